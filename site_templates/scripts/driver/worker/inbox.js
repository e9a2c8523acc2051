// @ts-check
/** @import { PayloadContent } from "../messages.js" */
import { compressedBytes, inflate, inflatedStream } from "../decode.js";

/**
 * The payloads on their way from the page. Each can be waited for before it is there.
 */
export class Inbox {
  /** @type {Map<string, PromiseWithResolvers<PayloadContent>>} */
  #slots = new Map();

  /**
   * @param {string} name
   * @param {PayloadContent} content
   */
  deliver(name, content) {
    this.#slot(name).resolve(content);
  }

  /**
   * All bytes of a payload, or null when the page carries none. Rejects when damaged.
   * @param {string} name
   * @returns {Promise<Uint8Array<ArrayBuffer> | null>}
   */
  async bytes(name) {
    const content = await this.#slot(name).promise;
    return content === null ? null : inflate(compressedBytes(content));
  }

  /**
   * A payload as a stream, for a consumer that can begin before all of it is inflated.
   * @param {string} name
   * @returns {Promise<ReadableStream<Uint8Array<ArrayBuffer>>>} rejects when there is none
   */
  async stream(name) {
    const content = await this.#slot(name).promise;
    if (content === null) throw new Error(`the page carries no ${name}`);
    return inflatedStream(compressedBytes(content));
  }

  /** @param {string} name */
  #slot(name) {
    const known = this.#slots.get(name);
    if (known) return known;
    let resolve = /** @type {(content: any) => void} */ (() => {});
    let reject = /** @type {(reason?: any) => void} */ (() => {});
    // Promise.withResolvers is younger than the oldest browser that can run Pyodide.
    const promise = /** @type {Promise<PayloadContent>} */ (
      new Promise((yes, no) => ([resolve, reject] = [yes, no]))
    );
    const slot = { promise, resolve, reject };
    this.#slots.set(name, slot);
    return slot;
  }
}
