// @ts-check
/** From a payload's text to its bytes, for the page (the worker's own script) and the worker. */

/**
 * Decode base64, natively where the browser can.
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function fromBase64(text) {
  const native = /** @type {{fromBase64?: (text: string) => Uint8Array<ArrayBuffer>}} */ (
    /** @type {unknown} */ (Uint8Array)
  ).fromBase64;
  if (native) return native.call(Uint8Array, text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/**
 * Bytes of a payload, still compressed.
 * @param {string | ArrayBuffer} content
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function compressedBytes(content) {
  return typeof content === "string" ? fromBase64(content.trim()) : new Uint8Array(content);
}

/**
 * Uncompress gzip, into pieces. Rejects when the data are damaged.
 *
 * The stream is fed through the decompressor's writer, since reading a Blob as a stream fails
 * on file:// in WebKit; and read piece by piece, since Firefox reports an error twice where a
 * Response reads it.
 * @param {Uint8Array<ArrayBuffer>} compressed
 * @returns {Promise<Uint8Array<ArrayBuffer>[]>}
 */
export async function gunzip(compressed) {
  const { readable, writable } = new DecompressionStream("gzip");
  const writer = writable.getWriter();
  // A damaged payload rejects these two as well as the reading side, which reports it.
  writer.write(compressed).catch(() => {});
  writer.close().catch(() => {});
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (readable).getReader();
  const pieces = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return pieces;
    pieces.push(value);
  }
}
