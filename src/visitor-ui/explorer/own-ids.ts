import { FirstIds } from './first-ids';
import type { Component, Immutable, Plugin, System } from './system';

/** The field of bodies with the version of the record that they change. */
const VERSION = 'expectedVersion';

interface Row {
  rawParam: Immutable;
  pathMethod: [path: string, method: string];
  readonly onChange: (parameter: Immutable, value: string) => void;
}

interface Body {
  /** `paths`, the path of the operation, its method, `requestBody`. */
  specPath: Immutable;
}

interface Editor {
  value?: string;
  /** The example. */
  defaultValue?: string;
  readonly onChange: (text: string) => void;
}

interface Answer {
  status?: number;
  /** What its JSON says. */
  obj?: unknown;
}

/**
 * Fills the ids of paths and bodies with those of the caller's own records, and the versions of bodies with those that the records have,
 * as soon as there is a credential. It writes over the example, and over its own values, but not over those of the user. It does not
 * choose what to remove.
 */
export const ownIds = (system: System): Plugin => {
  const { React } = system;
  const ids = new FirstIds(system);
  /** Path and method of the operation to which an editor belongs. */
  const OperationOfEditor = React.createContext<readonly string[]>([]);
  /** Of parameters: they stand in a path until an id of the caller does. */
  const examples = new Set<unknown>();
  /** The versions that were filled in, by operation: only they are replaced. */
  const versions = new Map<string, unknown>();
  const authorized =
    (action: (...values: unknown[]) => unknown) =>
    (...values: unknown[]): unknown => {
      const result = action(...values);
      ids.renew();
      return result;
    };
  return {
    statePlugins: {
      auth: { wrapActions: { authorize: authorized, authorizeOauth2: authorized } },
      spec: {
        wrapActions: {
          setResponse:
            (action: (...values: unknown[]) => unknown) => (path: string, method: string, answer: Answer) => {
              const result = action(path, method, answer);
              // A sign-in, or a new record.
              if (answer.status === 201 || answer.status === 202) ids.extend(path, answer.obj);
              else if (method !== 'get' && answer.status === 200) ids.change();
              return result;
            },
        },
      },
    },
    wrapComponents: {
      parameterRow: (Original: Component) => (props: Row) => {
        const round = React.useSyncExternalStore(ids.subscribe, ids.round);
        examples.add(props.rawParam.get('example'));
        React.useEffect(() => void fill(props, round), [round]);
        return React.createElement(Original, props);
      },
      RequestBody: (Original: Component) => (props: Body) =>
        React.createElement(
          OperationOfEditor.Provider,
          { value: [String(props.specPath.get(1)), String(props.specPath.get(2))] },
          React.createElement(Original, props),
        ),
      RequestBodyEditor: (Original: Component) => (props: Editor) => {
        const operation = React.useContext(OperationOfEditor);
        const round = React.useSyncExternalStore(ids.subscribe, ids.round);
        React.useEffect(() => void fillBody(props, operation, round), [round, props.defaultValue]);
        return React.createElement(Original, props);
      },
    },
  };

  async function fill({ rawParam, pathMethod, onChange }: Row, round: number): Promise<void> {
    const [path, method] = pathMethod;
    const name = String(rawParam.get('name'));
    if (round === 0 || rawParam.get('in') !== 'path') return;
    // One click must not remove a record that the user has not chosen.
    if (method === 'delete' && path.endsWith(`{${name}}`)) return;
    const id = await ids.find(name, path);
    if (id === undefined || ids.round() !== round) return;
    const value = system.specSelectors.parameterWithMetaByIdentity(pathMethod, rawParam).get('value');
    if (value && value !== rawParam.get('example') && !ids.isReplaceable(String(value))) return;
    onChange(rawParam, id);
  }

  async function fillBody(
    { value, defaultValue, onChange }: Editor,
    operation: readonly string[],
    round: number,
  ): Promise<void> {
    const body = objectOf(value || defaultValue);
    const example = objectOf(defaultValue);
    if (round === 0 || !body || !example) return;
    const key = operation.join(' ');
    const isOurs = (name: string): boolean =>
      name === VERSION ? body[name] === versions.get(key) : ids.isReplaceable(String(body[name]));
    const replaceable = Object.keys(body).filter((name) => body[name] === example[name] || isOurs(name));
    const found = await Promise.all(replaceable.map(async (name) => [name, await own(name, operation)] as const));
    const values = found.filter(([, one]) => one !== undefined);
    if (values.length === 0 || ids.round() !== round) return;
    versions.set(key, Object.fromEntries(values)[VERSION]);
    onChange(JSON.stringify({ ...body, ...Object.fromEntries(values) }, null, 2));
  }

  function own(name: string, operation: readonly string[]): Promise<unknown> {
    const [path = ''] = operation;
    if (name !== VERSION) return ids.find(name, path);
    const values = system.specSelectors.parameterValues(operation);
    return ids.version(path, (parameter) => {
      const value = values.get(`path.${parameter}`);
      return typeof value === 'string' && value !== '' && !examples.has(value) ? value : undefined;
    });
  }
};

/** undefined for a text that is not an object in JSON. */
function objectOf(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text ?? '') as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
