// Runs under Node at build: starts Pyodide with its whole library, lets the engine answer,
// and compiles what that took. Argument: the path of a JSON file with the fields of `Job`.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * @typedef {object} Job
 * @property {string} pyodide folder of the npm package
 * @property {Record<string, string>} files engine and fixtures: path → text
 * @property {string} inside folder of the Python that runs inside Pyodide
 * @property {string[]} requests
 * @property {string} output folder for the bytecode
 */

const APP = "/app";

/** @type {Job} */
const job = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { loadPyodide } = await import(pathToFileURL(join(job.pyodide, "pyodide.mjs")).href);
const pyodide = await loadPyodide({ env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" } });

for (const [path, text] of Object.entries(job.files)) {
  pyodide.FS.mkdirTree(dirname(`${APP}/${path}`));
  pyodide.FS.writeFile(`${APP}/${path}`, text);
}
const { version } = pyodide.pyimport("sys");
const archive = `/lib/python${version.split(".", 2).join("")}.zip`;
const members = inside("rehearse.py").get("rehearse")(APP, pyodide.toPy(job.requests));
const bytecode = inside("bytecode.py");
bytecode.get("compile_library")(archive, members, "/output/library");
bytecode.get("compile_folder")(APP, "/output/engine");
copyOut("/output", job.output);

/** Run one of our Python files inside and return its globals. */
function inside(name) {
  const globals = pyodide.toPy({ __name__: name.replace(".py", "") });
  pyodide.runPython(readFileSync(join(job.inside, name), "utf8"), { globals });
  return globals;
}

/** Copy a folder of Pyodide's file system to the disk. */
function copyOut(from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of pyodide.FS.readdir(from)) {
    if (name === "." || name === "..") continue;
    const path = `${from}/${name}`;
    if (pyodide.FS.isDir(pyodide.FS.stat(path).mode)) copyOut(path, join(to, name));
    else writeFileSync(join(to, name), pyodide.FS.readFile(path));
  }
}
