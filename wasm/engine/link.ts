/** Whatever glue, linked with a compiled module of it. */
export type CreateModule<Module> = (options: {
  instantiateWasm: (
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => object;
}) => Promise<Module>;

/** A module with a memory of its own. */
export function link<Module>(
  createModule: CreateModule<Module>,
  compiled: WebAssembly.Module,
): Promise<{ module: Module; memory: WebAssembly.Memory }> {
  return new Promise((resolve, reject) => {
    let memory: WebAssembly.Memory | undefined;
    const instantiateWasm = (
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object => {
      WebAssembly.instantiate(compiled, imports)
        .then((instance) => {
          // Its name is one of those that the linker shortens.
          memory = Object.values(instance.exports).find(
            (value) => value instanceof WebAssembly.Memory,
          );
          receive(instance, compiled);
        })
        .catch(reject);
      return {};
    };
    createModule({ instantiateWasm }).then((module) => {
      if (memory === undefined) reject(new Error('no memory'));
      else resolve({ module, memory });
    }, reject);
  });
}
