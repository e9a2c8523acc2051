/** What builder/runtime/glue.py puts before the worker's own script. */
declare var makePyodide: (
  fetch: (address: string | URL) => Promise<object>,
  wasm: typeof WebAssembly,
) => {
  loadPyodide: (options: object) => Promise<any>;
  createPyodideModule: (settings: any) => Promise<any>;
  lock: object;
};
