/** What builder/runtime/worker.py puts before the worker's own script. */
declare var makePyodide: (
  fetch: (address: string | URL) => Promise<object>,
  wasm: typeof WebAssembly,
) => {
  loadPyodide: (options: object) => Promise<any>;
  createPyodideModule: (settings: any) => Promise<any>;
  lock: { info: { python: string } };
};

/** WebAssembly, as base64. */
declare var zstdDecoder: string;
