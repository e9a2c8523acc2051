// @ts-check
/**
 * WebKit hands out several JavaScript objects for one WebAssembly function: the one among
 * the exports is not the one in the function table. Emscripten finds a function in the
 * table by the object's identity; not finding some 970 of them, it adds them once more,
 * which shifts all later entries, and an image's function pointers then point elsewhere.
 *
 * So, before the glue sees the instance, let exports and table give the same object for
 * the same function. `Function.name` of an exported function is its index in the module
 * (https://webassembly.github.io/spec/js-api/#name-of-the-webassembly-function).
 *
 * @param {WebAssembly.Instance} instance
 * @returns {WebAssembly.Instance} the same where the browser is not concerned
 */
export function oneObjectPerFunction(instance) {
  const table = /** @type {WebAssembly.Table} */ (instance.exports.__indirect_function_table);
  if (!isConcerned(instance.exports, table)) return instance;
  /** @type {Map<string, Function>} */
  const known = new Map();
  /** @param {any} value */
  const unify = (value) => {
    if (typeof value !== "function") return value;
    if (!known.has(value.name)) known.set(value.name, value);
    return known.get(value.name);
  };
  const exports = Object.fromEntries(
    Object.entries(instance.exports).map(([name, value]) => [name, unify(value)]),
  );
  const get = table.get.bind(table);
  // Functions of other modules (the trampoline) have names of their own count, so only
  // those that the table held from the start are unified.
  const own = table.length;
  table.get = (index) => (index < own ? unify(get(index)) : get(index));
  return /** @type {WebAssembly.Instance} */ ({ exports });
}

/**
 * @param {WebAssembly.Exports} exports
 * @param {WebAssembly.Table} table
 */
function isConcerned(exports, table) {
  const exported = new Map(
    Object.values(exports).flatMap((value) =>
      typeof value === "function" ? [[value.name, value]] : [],
    ),
  );
  for (let index = 0; index < table.length; index++) {
    const entry = table.get(index);
    const twin = entry && exported.get(entry.name);
    if (twin) return twin !== entry;
  }
  return false;
}
