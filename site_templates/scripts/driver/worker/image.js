// @ts-check
import { unpack } from "./pack.js";

const FORMAT = 1;
const decoder = new TextDecoder();

/**
 * What the image says of itself; made by builder/runtime/image.py.
 * @typedef {object} Facts
 * @property {number} format
 * @property {string} buildId
 * @property {number} tableLength
 * @property {boolean} hasTrampoline
 * @property {number} heapLength
 * @property {number} dataDigest
 * @property {number} sameDigest
 * @property {object} config the state of Pyodide's JavaScript side
 * @property {string[]} rehearsed requests that need nothing but the image and the first part of the WebAssembly
 *
 * The part of Pyodide's Emscripten module that is used here.
 * @typedef {object} EmscriptenModule
 * @property {Uint8Array} HEAPU8
 * @property {Int32Array} HEAP32
 * @property {Uint32Array} HEAPU32
 * @property {WebAssembly.Table} wasmTable
 * @property {(size: number) => number | undefined} growMemory
 * @property {() => number} _emscripten_get_sbrk_ptr where the heap's end is kept
 * @property {number} __PyRuntime
 * @property {number} __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET
 * @property {{config: {BUILD_ID: string}, restoreSnapshot: Function}} API
 */

/** To be run in Python after a restore: chance was frozen while the image was made. */
export const RESEED = `
import sys
if "random" in sys.modules:
    sys.modules["random"].seed()
`;

/** The image doesn't fit this browser, or is damaged: start plainly. */
export class ImageRefused extends Error {
  name = "ImageRefused";
}

/** The memory of a Python that has imported the engine, as made at build. */
export class MemoryImage {
  /**
   * Throws ImageRefused when the bytes are not an undamaged image.
   * @param {Uint8Array<ArrayBuffer>} bytes the payload
   */
  constructor(bytes) {
    const files = unpack(bytes);
    /** @param {string} name */
    const file = (name) => files.get(name) ?? refuse(`the image holds no ${name}`);
    /** @type {Facts} */
    this.facts = JSON.parse(decoder.decode(file("facts")));
    if (this.facts.format !== FORMAT) refuse(`the image's format is ${this.facts.format}`);
    this.data = file("data");
    this.dataRuns = words(file("dataRuns"));
    this.zeroRuns = words(file("zeroRuns"));
    this.sameRuns = words(file("sameRuns"));
    if (digest(START, words(this.data)) !== this.facts.dataDigest) refuse("the image is damaged");
  }

  /**
   * Throws ImageRefused unless the image can be restored into this module.
   *
   * Function pointers in the image are indices of the function table, so the table must be
   * the one that Node had; only the last entry, the trampoline, may be missing on either
   * side. And what the image leaves out must be there already.
   * @param {EmscriptenModule} module initialised, but not run
   */
  check(module) {
    const { buildId, hasTrampoline, tableLength, sameDigest } = this.facts;
    if (module.API.config.BUILD_ID !== buildId) refuse("the image is of another Pyodide");
    const here = module.wasmTable.length - Number(trampoline(module) !== 0);
    const there = tableLength - Number(hasTrampoline);
    if (here !== there) refuse(`the function table has ${here} entries, not ${there}`);
    let found = START;
    forRuns(this.sameRuns, (start, end) => {
      found = digest(found, module.HEAPU8.subarray(start, end));
    });
    if (found !== sameDigest) refuse("the memory before the restore is not as expected");
  }

  /**
   * Fill the module's memory. Returns what Pyodide's own restoreSnapshot would.
   *
   * The index of the trampoline (through which Python calls C functions of several types,
   * where WebAssembly has garbage-collected types) is this browser's own, not the image's.
   * @param {EmscriptenModule} module one that has passed the check
   */
  restore(module) {
    const ownTrampoline = trampoline(module);
    const { heapLength, config } = this.facts;
    if (module.HEAPU8.length < heapLength) {
      module.growMemory(heapLength) ?? refuse("memory is short");
    }
    const memory = module.HEAPU8;
    const used = module.HEAPU32[module._emscripten_get_sbrk_ptr() >> 2] ?? heapLength;
    // Beyond what was ever allocated the memory is zero, and not even mapped yet.
    forRuns(this.zeroRuns, (start, end) => memory.fill(0, start, Math.max(start, Math.min(end, used))));
    let taken = 0;
    forRuns(this.dataRuns, (start, end) => {
      memory.set(this.data.subarray(taken, (taken += end - start)), start);
    });
    module.HEAP32[trampolineAt(module)] = ownTrampoline;
    return config;
  }
}

/**
 * Where the trampoline's table index is kept, as an index of HEAP32.
 * @param {EmscriptenModule} module
 */
function trampolineAt(module) {
  const offset = module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >> 2] ?? 0;
  return (module.__PyRuntime + offset) >> 2;
}

/** @param {EmscriptenModule} module */
function trampoline(module) {
  return module.HEAP32[trampolineAt(module)] ?? 0;
}

/**
 * @param {Uint32Array} runs
 * @param {(start: number, end: number) => void} use
 */
function forRuns(runs, use) {
  for (let i = 0; i < runs.length; i += 2) {
    use(/** @type {number} */ (runs[i]), /** @type {number} */ (runs[i + 1]));
  }
}

/**
 * Read bytes as little-endian words, in place where they are aligned.
 * @param {Uint8Array} bytes
 */
function words(bytes) {
  const aligned = bytes.byteOffset % 4 ? bytes.slice() : bytes;
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2);
}

const START = 0x811c9dc5;

/**
 * FNV-1a over words, as in builder/runtime/image.py.
 * @param {number} value the digest so far
 * @param {Uint32Array | Uint8Array} data
 */
function digest(value, data) {
  const numbers = data instanceof Uint32Array ? data : words(data);
  for (let i = 0; i < numbers.length; i++) {
    value = Math.imul(value ^ /** @type {number} */ (numbers[i]), 0x01000193);
  }
  return value >>> 0;
}

/**
 * @param {string} why
 * @returns {never}
 */
function refuse(why) {
  throw new ImageRefused(why);
}
