// Runs under Node at build: starts Python from its memory image as a reader's worker does,
// lets the engine answer, and writes out which functions of the WebAssembly were called.
// Argument: the path of a JSON file with the fields of `Job`.
import "./freeze.mjs";
import { readFileSync, writeFileSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * @typedef {object} Job
 * @property {string} pyodide folder of a Pyodide whose WebAssembly notes its calls
 * @property {string} reader path of the module with MemoryImage
 * @property {string} image path of the memory image
 * @property {object} options what Python is started with, as in the browser
 * @property {string[][]} sequences requests, one after the other; each sequence begins with Python as it is restored
 * @property {string} output path for the numbers of the functions
 */

const CALLED = "called:";

/** @type {Job} */
const job = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { loadPyodide } = await imported(join(job.pyodide, "pyodide.mjs"));
const { default: glue } = await imported(join(job.pyodide, "pyodide.asm.mjs"));
const { MemoryImage, RESEED } = await imported(job.reader);

const image = new MemoryImage(new Uint8Array(readFileSync(job.image)));
/** @type {WebAssembly.Exports} */
let exports;
/** @type {Set<number>} */
const called = new Set();
compileOnce();
for (const sequence of job.sequences) await rehearse(sequence);
writeFileSync(job.output, JSON.stringify([...called].sort((left, right) => left - right)));

/** @param {string[]} requests */
async function rehearse(requests) {
  const pyodide = await loadPyodide({
    ...job.options,
    indexURL: job.pyodide,
    // As in the worker, where the library comes later.
    stdLibURL: devNull,
    createPyodideModule,
    _loadSnapshot: new Uint8Array(),
  });
  pyodide.runPython(RESEED);
  const { answer } = pyodide.pyimport("engine.service");
  // Python's collector runs at a moment that nobody can foresee: in the reader's browser perhaps after another request
  // than here, and over whatever exists then.
  const collect = pyodide.runPython("import gc; gc.collect");
  for (const request of requests) {
    answer(request);
    collect();
  }
  note();
}

/** @param {any} settings */
async function createPyodideModule(settings) {
  const { instantiateWasm } = settings;
  settings.instantiateWasm = (imports, done) =>
    instantiateWasm(imports, (instance, module) => {
      exports = instance.exports;
      done(instance, module);
    });
  const module = await glue(settings);
  image.check(module);
  module.API.restoreSnapshot = () => image.restore(module);
  return module;
}

/** Note the numbers of the functions that were called. */
function note() {
  for (const [name, { value }] of Object.entries(exports)) {
    if (name.startsWith(CALLED) && value) called.add(Number(name.slice(CALLED.length)));
  }
}

/** Each sequence has an instance of its own; they are all of one module. */
function compileOnce() {
  const { compile, instantiate } = WebAssembly;
  /** @type {Map<number, Promise<WebAssembly.Module>>} */
  const known = new Map();
  WebAssembly.instantiate = async (source, imports) => {
    if (source instanceof WebAssembly.Module) return instantiate(source, imports);
    if (!known.has(source.byteLength)) known.set(source.byteLength, compile(source));
    const module = await known.get(source.byteLength);
    return { module, instance: await instantiate(module, imports) };
  };
}

function imported(path) {
  return import(pathToFileURL(path).href);
}
