import type { Immutable, Plugin, React } from './system';

/** `x-access` of an operation: see src/common/operations/access.ts. */
interface Access {
  kind: 'public' | 'client' | 'session' | 'account' | 'workspace' | 'visitor' | 'account_or_workspace';
  scopes: string[];
  keyScopes?: string[];
  orScope?: string;
  role?: string;
}

interface Path {
  specPath: Immutable;
}

/** Beside the path of an operation that is open. */
export const accessLabels = ({ React }: { React: React }): Plugin => ({
  wrapComponents: {
    OperationSummaryPath:
      (Original, { specSelectors }) =>
      (props: Path) => {
        const h = React.createElement;
        const operation = specSelectors.specJson().getIn(props.specPath.toArray() as string[]) as Immutable;
        return h(React.Fragment, null, h(Original, props), accessLabel(h, operation));
      },
  },
});

/** The credentials that an operation accepts, and their scopes. */
export function accessLabel(h: React['createElement'], operation: Immutable): unknown {
  const access = (operation.get('x-access') as Immutable | undefined)?.toJS() as Access | undefined;
  return access ? h('span', { className: 'access' }, ...label(h, access).map((part) => h('span', null, part))) : null;
}

function label(h: React['createElement'], { kind, scopes, keyScopes = scopes, orScope, role }: Access): unknown[] {
  const codes = (names: readonly string[]): unknown[] => names.map((name) => h('code', { key: name }, name));
  const account = [
    ...['Account credential or session', ...codes(scopes)],
    ...(orScope ? ['or', ...codes([orScope])] : []),
    ...(role ? [role === 'owner' ? 'as owner' : `as ${role} or higher`] : []),
  ];
  switch (kind) {
    case 'public':
      return ['No credential'];
    case 'client':
      return ['Workspace key by HTTP Basic'];
    case 'session':
      return ['Session'];
    case 'visitor':
      return ['Session of a visitor'];
    case 'workspace':
      return ['Workspace key or access token', ...codes(keyScopes)];
    case 'account':
      return account;
    case 'account_or_workspace':
      return [...account, 'or workspace key or access token', ...codes(keyScopes)];
  }
}
