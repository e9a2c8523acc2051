// Runs under Node at build: starts Pyodide, imports the engine, lets it answer, and writes
// out Python's memory, with what builder/runtime/image.py needs to store it sparsely.
// Argument: the path of a JSON file with the fields of `Job`.
import "./freeze.mjs";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * @typedef {object} Job
 * @property {string} pyodide folder of the npm package
 * @property {string} library path of the standard library's zip
 * @property {Record<string, string>} files engine and fixtures: path → base64
 * @property {object} options what Python is started with, as in the browser
 * @property {string[]} requests
 * @property {string} output folder
 */

const APP = "/app";
const HEAD = 48;

/** @type {Job} */
const job = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { loadPyodide } = await import(pathToFileURL(join(job.pyodide, "pyodide.mjs")).href);
const glue = (await import(pathToFileURL(join(job.pyodide, "pyodide.asm.mjs")).href)).default;

const before = await memoryBeforeRestore();
const pyodide = await startPython();
const { wasmTable } = pyodide._module;
if (wasmTable.length !== before.tableLength) {
  throw new Error(`the table grew from ${before.tableLength} to ${wasmTable.length}`);
}
const { config, heap } = readSnapshot(pyodide.makeMemorySnapshot());
write("static", before.staticMemory);
write("fresh", before.freshMemory);
write("heap", heap);
writeFileSync(
  join(job.output, "facts.json"),
  JSON.stringify({
    buildId: pyodide._api.config.BUILD_ID,
    tableLength: before.tableLength,
    hasTrampoline: before.trampoline !== 0,
    config,
  }),
);

function options(more) {
  return {
    ...structuredClone(job.options),
    indexURL: job.pyodide,
    stdLibURL: job.library,
    ...more,
  };
}

/**
 * What the memory holds when a browser is about to restore an image: as the WebAssembly's
 * own data leave it, and after the runtime has initialised itself.
 */
async function memoryBeforeRestore() {
  const found = {};
  const stop = new Error("seen enough");
  const createPyodideModule = async (settings) => {
    const { instantiateWasm } = settings;
    settings.instantiateWasm = (imports, done) =>
      instantiateWasm(imports, (instance, module) => {
        found.staticMemory = new Uint8Array(instance.exports.memory.buffer).slice();
        done(instance, module);
      });
    const module = await glue(settings);
    found.freshMemory = module.HEAPU8.slice();
    found.tableLength = module.wasmTable.length;
    const offset = module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >> 2];
    found.trampoline = module.HEAP32[(module.__PyRuntime + offset) >> 2];
    throw stop;
  };
  try {
    await loadPyodide(options({ createPyodideModule, _loadSnapshot: new Uint8Array() }));
  } catch (error) {
    if (error !== stop) throw error;
  }
  return found;
}

/** Start Python and bring it to the point where the engine answers at once. */
async function startPython() {
  const started = await loadPyodide(options({ createPyodideModule: glue, _makeSnapshot: true }));
  for (const [path, text] of Object.entries(job.files)) {
    started.FS.mkdirTree(dirname(`${APP}/${path}`));
    started.FS.writeFile(`${APP}/${path}`, Buffer.from(text, "base64"));
  }
  started.runPython(`import sys; sys.path.insert(0, "${APP}")`);
  const service = started.pyimport("engine.service");
  for (const request of job.requests) service.answer(request);
  service.destroy();
  started.runPython("import gc; gc.collect(); del gc, sys");
  return started;
}

/** Take Pyodide's own snapshot format apart: a head, the state of its JS side, the heap. */
function readSnapshot(snapshot) {
  const [, start, length] = new Uint32Array(snapshot.buffer, 0, 3);
  const config = JSON.parse(new TextDecoder().decode(snapshot.subarray(HEAD, HEAD + length)));
  return { config, heap: snapshot.subarray(start) };
}

function write(name, bytes) {
  writeFileSync(join(job.output, name), bytes);
}
