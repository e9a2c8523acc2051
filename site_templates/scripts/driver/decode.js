// @ts-check
/**
 * From a payload's text to its bytes: base64, then gzip. Used by the page for the
 * worker's own source and by the worker for everything else.
 */

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
 * A stream of the uncompressed bytes. It is fed through the decompressor's writer:
 * reading a Blob as a stream fails on file:// in WebKit.
 * @param {Uint8Array<ArrayBuffer>} compressed
 * @returns {ReadableStream<Uint8Array<ArrayBuffer>>}
 */
export function inflatedStream(compressed) {
  const { readable, writable } = new DecompressionStream("gzip");
  const writer = writable.getWriter();
  // A damaged payload rejects these two as well as the reading side, which reports it.
  writer.write(compressed).catch(() => {});
  writer.close().catch(() => {});
  return /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (readable);
}

/**
 * All the uncompressed bytes at once. Rejects when the data are damaged.
 *
 * gzip ends with the length of what it holds, so the result is allocated once.
 * @param {Uint8Array<ArrayBuffer>} compressed
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function inflate(compressed) {
  const size = new DataView(compressed.buffer, compressed.byteOffset).getUint32(
    compressed.byteLength - 4,
    true,
  );
  const result = new Uint8Array(size);
  const reader = inflatedStream(compressed).getReader();
  let filled = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    result.set(value, filled);
    filled += value.length;
  }
  if (filled !== size) throw new RangeError(`payload of ${size} bytes holds ${filled}`);
  return result;
}
