// @ts-check
/** @import { Answer, ReaderFile } from "../messages.js" */
/** @import { Inbox } from "./inbox.js" */
import { compile } from "./compile.js";
import { answerAbout } from "./file.js";
import { ImageRefused, MemoryImage, RESEED } from "./image.js";
import { unpack } from "./pack.js";
import { addRest } from "./rest.js";
import { shadowFetch, shadowWebAssembly } from "./shadows.js";
import options from "./start_options.json";

/** Where the engine and its fixtures lie, side by side, in Python's file system. */
const APP = "/app";
const NO_LIBRARY_YET = Promise.resolve(new Uint8Array());

/**
 * The part of Pyodide that is used here.
 * @typedef {object} Pyodide
 * @property {{writeFile: (path: string, data: Uint8Array) => void,
 *   mkdirTree: (path: string) => void}} FS
 * @property {(code: string) => any} runPython
 * @property {(name: string) => any} pyimport
 */

/**
 * Start Python in the plain way: run its main function, import the engine.
 * @param {Inbox} inbox
 * @param {Promise<WebAssembly.Module>} compiled
 * @returns {Promise<Pyodide>}
 */
export async function startPlainly(inbox, compiled) {
  const rest = compile(inbox, "rest");
  // Told where it is awaited, which may be never.
  rest.catch(() => {});
  const { wasm, failure } = shadowWebAssembly(compiled, (first, imports) => addRest(rest, first, imports));
  const library = inbox.bytes("library");
  // Where it is lost Pyodide would say that something could not be read, and once more to nobody; so it waits instead.
  const orNever = library.catch(() => new Promise(() => {}));
  const glue = globalThis.makePyodide(shadowFetch(orNever), wasm);
  const start = glue.loadPyodide({
    ...freshOptions(),
    lockFileContents: glue.lock,
    createPyodideModule: glue.createPyodideModule,
  });
  const pyodide = await Promise.race([start, failure, library.then(() => start)]);
  await putEngine(pyodide, inbox);
  pyodide.runPython(`import sys; sys.path.insert(0, "${APP}")`);
  return pyodide;
}

/**
 * Start Python from the memory image: initialise the runtime while the image is still on
 * its way, then fill the memory instead of running Python's main function.
 *
 * Such a Python answers the requests that were rehearsed. Before any other `complete` has to have happened, and
 * `placeFiles` before one that imports more, as those about a reader's file do.
 *
 * Rejects with ImageRefused when there is no image or it doesn't fit this browser.
 * @param {Inbox} inbox
 * @param {Promise<WebAssembly.Module>} compiled
 * @param {(stage: string) => void} sign called with each stage reached
 * @returns {Promise<{pyodide: Pyodide, rehearsed: string[], complete: () => Promise<void>,
 *   placeFiles: () => Promise<void>}>}
 */
export async function startFromImage(inbox, compiled, sign) {
  const image = readImage(inbox);
  /** @type {() => Promise<void>} */
  let complete = async () => {};
  const { wasm, failure } = shadowWebAssembly(compiled, (first, imports) => {
    complete = () => addRest(compile(inbox, "rest"), first, imports);
  });
  const glue = globalThis.makePyodide(shadowFetch(NO_LIBRARY_YET), wasm);
  /** @param {any} settings */
  const createPyodideModule = async (settings) => {
    const module = await glue.createPyodideModule(settings);
    sign("initialised");
    const usable = await image;
    sign("image decoded");
    usable.check(module);
    module.API.restoreSnapshot = () => usable.restore(module);
    return module;
  };
  const start = glue.loadPyodide({
    ...freshOptions(),
    lockFileContents: glue.lock,
    createPyodideModule,
    // Asks for a restore; what is restored is not this, but what replaces restoreSnapshot.
    _loadSnapshot: new Uint8Array(),
  });
  // An image that is refused ends the wait at once, however far the module is.
  const pyodide = await Promise.race([start, failure, image.then(() => start)]);
  sign("restored");
  pyodide.runPython(RESEED);
  const { rehearsed } = (await image).facts;
  const library = libraryOf(glue.lock.info.python);
  return { pyodide, rehearsed, complete, placeFiles: () => putFiles(pyodide, library, inbox) };
}

/** @param {Inbox} inbox */
async function readImage(inbox) {
  const bytes = await inbox.bytes("image").catch((error) => {
    throw new ImageRefused(`the image cannot be decoded: ${error}`);
  });
  return new MemoryImage(bytes);
}

/**
 * Where Python looks for its standard library.
 * @param {string} version Python's, such as 3.14.2
 */
function libraryOf(version) {
  return `/lib/python${version.split(".", 2).join("")}.zip`;
}

/** Pyodide writes into the options it is given, so each start gets its own. */
function freshOptions() {
  return structuredClone(options);
}

/**
 * Put the files in place that a restored Python believes to have: a later import reads
 * from the library, at the offsets that its image remembers.
 * @param {Pyodide} pyodide
 * @param {string} library the path of its zip
 * @param {Inbox} inbox
 */
async function putFiles(pyodide, library, inbox) {
  await putEngine(pyodide, inbox);
  pyodide.FS.writeFile(library, await inbox.bytes("library"));
}

/**
 * Put the engine's files where its own code expects them.
 * @param {Pyodide} pyodide
 * @param {Inbox} inbox
 */
async function putEngine({ FS }, inbox) {
  for (const [path, bytes] of unpack(await inbox.bytes("engine"))) {
    const target = `${APP}/${path}`;
    FS.mkdirTree(target.slice(0, target.lastIndexOf("/")));
    FS.writeFile(target, bytes);
  }
}

/**
 * The engine's one entry point.
 * @param {Pyodide} pyodide
 * @returns {(request: string, data?: ReaderFile) => Answer}
 */
export function answerer(pyodide) {
  const answer = pyodide.pyimport("engine.service").answer;
  return (request, data) => (data ? answerAbout(pyodide, answer, request, data) : { text: answer(request) });
}
