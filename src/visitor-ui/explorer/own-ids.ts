import { FirstIds } from './first-ids';
import type { Component, Immutable, Plugin, System } from './system';

interface Row {
  rawParam: Immutable;
  pathMethod: [path: string, method: string];
  readonly onChange: (parameter: Immutable, value: string) => void;
}

interface Body {
  /** paths, its path, its method, requestBody. */
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
 * Fills the ids of paths and bodies with those of the caller's own records, as soon as there is a credential. It writes
 * over the example, and over its own values after another credential, but not over those of the user. It does not choose
 * what to remove.
 */
export const ownIds = (system: System): Plugin => {
  const { React } = system;
  const ids = new FirstIds(system);
  /** The path of the operation to which an editor belongs. */
  const PathOfEditor = React.createContext('');
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
              return result;
            },
        },
      },
    },
    wrapComponents: {
      parameterRow: (Original: Component) => (props: Row) => {
        const round = React.useSyncExternalStore(ids.subscribe, ids.round);
        React.useEffect(() => void fill(props, round), [round]);
        return React.createElement(Original, props);
      },
      RequestBody: (Original: Component) => (props: Body) =>
        React.createElement(
          PathOfEditor.Provider,
          { value: String(props.specPath.get(1)) },
          React.createElement(Original, props),
        ),
      RequestBodyEditor: (Original: Component) => (props: Editor) => {
        const path = React.useContext(PathOfEditor);
        const round = React.useSyncExternalStore(ids.subscribe, ids.round);
        React.useEffect(() => void fillBody(props, path, round), [round, props.defaultValue]);
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

  async function fillBody({ value, defaultValue, onChange }: Editor, path: string, round: number): Promise<void> {
    const body = objectOf(value || defaultValue);
    const example = objectOf(defaultValue);
    if (round === 0 || !body || !example) return;
    const replaceable = Object.keys(body).filter(
      (name) => body[name] === example[name] || ids.isReplaceable(String(body[name])),
    );
    const found = await Promise.all(replaceable.map(async (name) => [name, await ids.find(name, path)] as const));
    const own = found.filter(([, id]) => id !== undefined);
    if (own.length === 0 || ids.round() !== round) return;
    onChange(JSON.stringify({ ...body, ...Object.fromEntries(own) }, null, 2));
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
