/** The parts of Swagger UI's plugin system that this page uses. Swagger UI has no types of its own. */

/** A map or list of Immutable.js. */
export interface Immutable {
  get(key: string | number): unknown;
  getIn(path: readonly (string | number)[]): unknown;
  filter(keep: (value: Immutable) => boolean): Immutable;
  map(change: (value: Immutable, key: string) => unknown): Immutable;
  set(key: string, value: unknown): Immutable;
  toArray(): unknown[];
  toJS(): unknown;
  valueSeq(): Immutable;
  keySeq(): Immutable;
  readonly size: number;
}

export type Component = (props: never) => unknown;

/** React as Swagger UI bundles it. */
export interface React {
  readonly Fragment: Component;
  readonly createElement: (type: string | Component, props: object | null, ...children: unknown[]) => unknown;
  readonly createContext: <T>(value: T) => { readonly Provider: Component; readonly value?: T };
  readonly useContext: <T>(context: { readonly value?: T }) => T;
  readonly useEffect: (effect: () => void, dependencies: readonly unknown[]) => void;
  readonly useSyncExternalStore: <T>(subscribe: (changed: () => void) => () => void, snapshot: () => T) => T;
}

export interface System {
  React: React;
  fn: Record<string, unknown>;
  getComponent(name: string): Component;
  specActions: { updateJsonSpec(document: unknown): void };
  specSelectors: {
    specStr(): string;
    specJson(): Immutable;
    /** By `in` and name, such as `path.workspaceId`. */
    parameterValues(pathMethod: readonly string[]): Immutable;
    parameterWithMetaByIdentity(pathMethod: readonly string[], parameter: Immutable): Immutable;
  };
  authSelectors: { authorized(): Immutable };
}

type Wrapped<Original> = (original: Original, system: System) => Original;
export type Action = (...values: never[]) => unknown;

export interface Plugin {
  fn?: Record<string, (...values: never[]) => unknown>;
  components?: Record<string, Component>;
  wrapComponents?: Record<string, Wrapped<Component>>;
  statePlugins?: Record<string, { wrapActions: Record<string, (original: never, system: System) => Action> }>;
}
