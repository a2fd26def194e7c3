import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { Icon, type IconName, IconButton, Menu, MenuItem, MenuSeparator, MenuTrigger, notify } from '../../kit';
import { ariaKeys, KEYS, keyMap, shownKeys, useActions } from '../../keys';
import { type WordKey, useText } from '../../words/words';
import { workspacesQuery } from './session';
import { useSignOut } from './sign-out';

interface Area {
  /** Below /w/{id}/, and the id of its action. */
  id: string;
  path: string;
  name: WordKey;
  icon: IconName;
  keys?: string;
}

/** The areas that have screens, in the order of the rail. */
export const AREAS: readonly Area[] = [
  { id: 'go.inbox', path: 'inbox/needs-reply', name: 'rail.inbox', icon: 'inbox', keys: KEYS['go.inbox'] },
  { id: 'go.search', path: 'search', name: 'rail.search', icon: 'search', keys: KEYS['inbox.search'] },
  { id: 'go.queue', path: 'queue', name: 'rail.queue', icon: 'queue', keys: KEYS['go.queue'] },
  { id: 'go.contacts', path: 'contacts', name: 'rail.contacts', icon: 'contacts', keys: KEYS['go.contacts'] },
  { id: 'go.agents', path: 'agents', name: 'rail.agents', icon: 'agent', keys: KEYS['go.agents'] },
  { id: 'go.settings', path: 'settings', name: 'rail.settings', icon: 'settings', keys: KEYS['go.settings'] },
];

interface Props {
  account: Schemas['Account'];
  workspaceId?: string;
}

/** The areas of a workspace, the other workspaces, and the own account. Below 800 px it is a bar at the bottom. */
export function Rail({ account, workspaceId }: Props): ReactNode {
  const text = useText();
  const router = useRouter();
  const areas = workspaceId === undefined ? [] : AREAS;
  const addressOf = ({ path }: Area): string => `/w/${workspaceId}/${path}`;
  useActions(
    areas.map((area) => ({
      id: area.id,
      name: text('rail.go', { name: text(area.name) }),
      ...(area.keys && { keys: area.keys }),
      run: () => void router.navigate({ to: addressOf(area) }),
    })),
  );
  return (
    <nav className="rail" aria-label={text('rail.name')}>
      <WorkspaceMenu {...(workspaceId && { workspaceId })} />
      <ul>
        {areas.map((area) => (
          <li key={area.id}>
            <Link
              to={addressOf(area)}
              className="rail-link"
              activeProps={{ 'aria-current': 'page' }}
              aria-keyshortcuts={ariaKeys(area.keys)}
              title={`${text(area.name)}${area.keys ? ` (${shownKeys(area.keys)})` : ''}`}
            >
              <Icon name={area.icon} />
              <span>{text(area.name)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <AccountMenu account={account} />
    </nav>
  );
}

function WorkspaceMenu({ workspaceId }: { workspaceId?: string }): ReactNode {
  const text = useText();
  const router = useRouter();
  const { data: workspaces = [] } = useQuery(workspacesQuery);
  const current = workspaces.find(({ id }) => id === workspaceId);
  const label = current ? text('rail.workspace', { name: current.name }) : text('start.title');
  return (
    <MenuTrigger>
      <IconButton icon="menu" label={label} />
      <Menu
        aria-label={text('start.title')}
        selectionMode="single"
        selectedKeys={workspaceId ? [workspaceId] : []}
        onAction={(id) => void router.navigate({ to: id === 'all' ? '/workspaces' : `/w/${id}` })}
      >
        {workspaces.map(({ id, name }) => (
          <MenuItem key={id} id={id} name={name} />
        ))}
        <MenuSeparator />
        <MenuItem id="all" name={text('start.all')} />
      </Menu>
    </MenuTrigger>
  );
}

function AccountMenu({ account }: { account: Schemas['Account'] }): ReactNode {
  const text = useText();
  const router = useRouter();
  const signOut = useSignOut();
  const run = (id: string): void => {
    if (id === 'account') void router.navigate({ to: '/account/profile' });
    if (id === 'keys')
      keyMap
        .all()
        .find((action) => action.id === 'app.help')
        ?.run();
    if (id === 'docs') window.open('/docs', '_blank', 'noopener');
    if (id === 'signOut') signOut.mutate(undefined, { onError: ({ message }) => notify(message) });
  };
  return (
    <MenuTrigger>
      <IconButton icon="user" label={text('rail.account', { name: account.name })} />
      <Menu aria-label={text('rail.account', { name: account.name })} onAction={(id) => run(String(id))}>
        <MenuItem id="account" name={text('account.title')} about={account.email} />
        <MenuItem id="keys" name={text('keys.help')} keys={shownKeys(KEYS['app.help'])} />
        <MenuItem id="docs" name={text('app.docs')} />
        <MenuSeparator />
        <MenuItem id="signOut" name={text('signOut.action')} />
      </Menu>
    </MenuTrigger>
  );
}
