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
 * @property {string[]} requests
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
// Python's collector runs at a moment that nobody can foresee: in the reader's browser perhaps after another request than
// here, and over whatever exists then.
const collect = pyodide.runPython("import gc; gc.collect");
for (const request of job.requests) {
  answer(request);
  collect();
}
writeFileSync(job.output, JSON.stringify(called()));

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

/** The numbers of the functions that were called. */
function called() {
  const names = Object.keys(exports).filter((name) => name.startsWith(CALLED) && exports[name].value);
  return names.map((name) => Number(name.slice(CALLED.length)));
}

function imported(path) {
  return import(pathToFileURL(path).href);
}
