// @ts-check
import { fromBase64 } from "../decode.js";

/**
 * What the decoder's WebAssembly exports; see builder/runtime/zstd.py.
 * @typedef {object} Decoder
 * @property {WebAssembly.Memory} memory
 * @property {(size: number) => number} malloc
 * @property {(at: number, size: number) => bigint | number} ZSTD_findDecompressedSize
 * @property {(to: number, room: number, at: number, size: number) => number} ZSTD_decompress
 * @property {(code: number) => number} ZSTD_isError
 */

/** The data are at fault, and neither the browser nor its memory. */
export class DamagedFrame extends Error {
  name = "DamagedFrame";
}

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;

/**
 * Decompress one frame. Rejects with DamagedFrame when it is damaged, and with what the browser says when it cannot.
 *
 * Each call has an instance of its own, whose memory is freed with the result: the result
 * lies in it, which saves copying ten megabytes.
 * @param {Uint8Array} frame
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function decompress(frame) {
  compiled ??= WebAssembly.compile(fromBase64(globalThis.zstdDecoder));
  const instance = await WebAssembly.instantiate(await compiled, {
    env: { emscripten_notify_memory_growth: () => {} },
  });
  const decoder = /** @type {Decoder} */ (/** @type {unknown} */ (instance.exports));
  const source = put(decoder, frame);
  const size = Number(decoder.ZSTD_findDecompressedSize(source, frame.length));
  // Errors are told as sizes that nothing can have.
  if (size <= 0 || size > 2 ** 31) throw new DamagedFrame("no Zstandard frame");
  const target = room(decoder, size);
  const found = decoder.ZSTD_decompress(target, size, source, frame.length);
  if (decoder.ZSTD_isError(found) || found !== size) throw new DamagedFrame("a damaged frame");
  return new Uint8Array(/** @type {ArrayBuffer} */ (decoder.memory.buffer), target, size);
}

/**
 * @param {Decoder} decoder
 * @param {Uint8Array} bytes
 */
function put(decoder, bytes) {
  const at = room(decoder, bytes.length);
  new Uint8Array(decoder.memory.buffer).set(bytes, at);
  return at;
}

/**
 * @param {Decoder} decoder
 * @param {number} size
 */
function room(decoder, size) {
  const at = decoder.malloc(size);
  if (!at) throw new RangeError("Out of memory");
  return at;
}
