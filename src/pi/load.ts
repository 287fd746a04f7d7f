let last: Promise<unknown> = Promise.resolve();

/**
 * Imports what is needed only now. The imports run one after the other: of two at once that share a module not yet
 * loaded, pi's loader hands one a module that is still empty.
 */
export function load<Module>(importModule: () => Promise<Module>): Promise<Module> {
  const loading = last.then(importModule);
  last = loading.catch(() => undefined);
  return loading;
}
