// @ts-check
/** @import { PayloadContent } from "../messages.js" */
import { compressedBytes } from "../decode.js";
import { DamagedFrame, decompress } from "./zstd.js";

/** A payload that is not there, or not as it was made: nothing is wrong with Python. */
export class PayloadLost extends Error {
  name = "PayloadLost";
}

/**
 * The payloads on their way from the page. Each can be waited for before it is there.
 */
export class Inbox {
  /** @type {Map<string, {promise: Promise<PayloadContent>, resolve: (content: PayloadContent) => void}>} */
  #slots = new Map();

  /**
   * @param {string} name
   * @param {PayloadContent} content
   */
  deliver(name, content) {
    this.#slot(name).resolve(content);
  }

  /**
   * All bytes of a payload. Rejects with PayloadLost when the page carries none, or it is damaged.
   * @param {string} name
   * @returns {Promise<Uint8Array<ArrayBuffer>>}
   */
  async bytes(name) {
    const content = await this.#slot(name).promise;
    if (content === null) throw new PayloadLost(`the page carries no ${name}`);
    try {
      return await decompress(decoded(content));
    } catch (error) {
      throw error instanceof DamagedFrame ? new PayloadLost(`${name}: ${error}`) : error;
    }
  }

  /** @param {string} name */
  #slot(name) {
    const known = this.#slots.get(name);
    if (known) return known;
    let resolve = /** @type {(content: PayloadContent) => void} */ (() => {});
    const promise = /** @type {Promise<PayloadContent>} */ (new Promise((yes) => (resolve = yes)));
    const slot = { promise, resolve };
    this.#slots.set(name, slot);
    return slot;
  }
}

/**
 * @param {string | ArrayBuffer} content
 * @returns {Uint8Array<ArrayBuffer>}
 */
function decoded(content) {
  try {
    return compressedBytes(content);
  } catch (error) {
    throw new DamagedFrame(`not in base64: ${error}`);
  }
}
