// @ts-check
/**
 * Read a container made by builder/runtime/pack.py.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Map<string, Uint8Array<ArrayBuffer>>} path → contents, views into `bytes`
 */
export function unpack(bytes) {
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  let start = 4 + size;
  /** @type {[string, number][]} */
  const index = JSON.parse(new TextDecoder().decode(bytes.subarray(4, start)));
  return new Map(
    index.map(([path, length]) => [path, bytes.subarray(start, (start += length))]),
  );
}
