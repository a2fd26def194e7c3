import { FirstIds } from './first-ids';
import type { Component, Immutable, Plugin, System } from './system';

interface Row {
  rawParam: Immutable;
  pathMethod: [path: string, method: string];
  readonly onChange: (parameter: Immutable, value: string) => void;
}

interface Answer {
  status?: number;
}

/**
 * Fills the ids of paths with those of the caller's own records, as soon as there is a credential. It writes over the
 * example, and over its own values after another credential, but not over those of the user.
 */
export const ownIds = (system: System): Plugin => {
  const { React } = system;
  const ids = new FirstIds(system);
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
              // A sign-in, or the caller's first record of its kind.
              if (answer.status === 201) ids.extend();
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
    },
  };

  async function fill({ rawParam, pathMethod, onChange }: Row, round: number): Promise<void> {
    if (round === 0 || rawParam.get('in') !== 'path') return;
    const id = await ids.find(String(rawParam.get('name')), pathMethod[0]);
    if (id === undefined || ids.round() !== round) return;
    const value = system.specSelectors.parameterWithMetaByIdentity(pathMethod, rawParam).get('value');
    if (value && value !== rawParam.get('example') && !ids.isReplaceable(String(value))) return;
    onChange(rawParam, id);
  }
};
