import 'reflect-metadata';

const OWNED = Symbol('tables');

/**
 * Declares at a module the tables that belong to its feature. A table has one owner: nobody else reads or writes it, but for
 * the joins that `test/contract/table-ownership.spec.ts` lists with their reasons.
 */
export function OwnsTables(...tables: readonly string[]): ClassDecorator {
  return (module) => {
    Reflect.defineMetadata(OWNED, tables, module);
  };
}

/** The tables that a module declares; none where it declares nothing. */
export function tablesOwnedBy(module: object): readonly string[] {
  return (Reflect.getMetadata(OWNED, module) as readonly string[] | undefined) ?? [];
}
