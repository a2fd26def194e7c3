import { isObject } from '../common/validation/is-object';

/**
 * A config object with a change applied: objects merge, arrays and everything else replace, null stays null. Only the
 * properties that the present object has exist; `undefined` means not supplied.
 */
export function mergeConfig<T extends object>(present: T, change: object | undefined): T {
  const changes = (change ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(present).map(([name, value]: [string, unknown]) => {
      const next = changes[name];
      if (next === undefined) return [name, value];
      return [name, isObject(value) && isObject(next) ? mergeConfig(value, next) : next];
    }),
  ) as T;
}
