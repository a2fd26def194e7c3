import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useSyncExternalStore } from 'react';
import type { Schemas } from '../../api/client';
import { KEYS, useActions } from '../../keys';
import { type Listing, type View, VIEWS } from '../../live/views';
import { type WordKey, useText } from '../../words/words';
import { agentsQuery } from '../agents/queries';
import { useInbox, useStore } from './inbox-context';

export const VIEW_NAMES: Readonly<Record<View, WordKey>> = {
  'needs-reply': 'inbox.view.needsReply',
  mine: 'inbox.view.mine',
  unassigned: 'inbox.view.unassigned',
  waiting: 'inbox.view.waiting',
  'with-agent': 'inbox.view.withAgent',
  undelivered: 'inbox.view.undelivered',
  closed: 'inbox.view.closed',
  all: 'inbox.view.all',
};

const COUNTS: Readonly<
  Partial<Record<View, 'needsReply' | 'mine' | 'unassigned' | 'waiting' | 'withAgent' | 'undelivered'>>
> = {
  'needs-reply': 'needsReply',
  mine: 'mine',
  unassigned: 'unassigned',
  waiting: 'waiting',
  'with-agent': 'withAgent',
  undelivered: 'undelivered',
};

/** The views with how many conversations each has, then agents and labels with conversations that need a reply. */
export function Views({ listing }: { listing: Listing }): ReactNode {
  const text = useText();
  const { inbox, workspaceId } = useInbox();
  const counts = useSyncExternalStore(inbox.subscribe, () => inbox.counts);
  const labels = useStore().allLabels();
  const { data: agents } = useQuery(agentsQuery(workspaceId));
  const navigate = useNavigate();
  useActions(
    VIEWS.map((view, at) => ({
      id: `inbox.view${at + 1}`,
      name: text('inbox.toView', { name: text(VIEW_NAMES[view]) }),
      keys: KEYS[`inbox.view${at + 1}` as 'inbox.view1'],
      run: () =>
        void navigate({
          to: '/w/$workspaceId/inbox/$view/{-$conversationId}',
          params: { workspaceId, view, conversationId: undefined },
        }),
    })),
  );
  const isPlain = !listing.agent && !listing.label;
  return (
    <nav className="inbox-views" aria-label={text('inbox.views')}>
      <ul>
        {VIEWS.map((view) => {
          const key = COUNTS[view];
          return (
            <Entry
              key={view}
              view={view}
              name={text(VIEW_NAMES[view])}
              isOpen={isPlain && listing.view === view}
              count={key && counts?.[key]}
            />
          );
        })}
      </ul>
      {agents && agents.length > 1 && (
        <ul aria-label={text('inbox.agents')}>
          {agents.map(({ id, name }) => (
            <Entry
              key={id}
              view="needs-reply"
              search={{ agent: id }}
              name={name}
              isOpen={listing.agent === id}
              count={counts?.byAgent?.find(({ agentId }) => agentId === id)}
            />
          ))}
        </ul>
      )}
      {labels.length > 0 && (
        <ul aria-label={text('inbox.labels')}>
          {labels.map(({ id, name }) => (
            <Entry
              key={id}
              view="needs-reply"
              search={{ label: id }}
              name={name}
              isOpen={listing.label === id}
              count={counts?.byLabel?.find(({ labelId }) => labelId === id)}
            />
          ))}
        </ul>
      )}
    </nav>
  );
}

interface EntryProps {
  view: View;
  search?: { agent?: string; label?: string };
  name: string;
  isOpen: boolean;
  count: Pick<Schemas['ConversationCount'], 'count' | 'more'> | undefined;
}

function Entry({ view, search = {}, name, isOpen, count }: EntryProps): ReactNode {
  const { workspaceId } = useInbox();
  return (
    <li>
      <Link
        to="/w/$workspaceId/inbox/$view/{-$conversationId}"
        params={{ workspaceId, view, conversationId: undefined }}
        search={search}
        className="inbox-view"
        {...(isOpen && { 'aria-current': 'page' as const })}
      >
        <bdi>{name}</bdi>
        {count && count.count > 0 && <span className="inbox-count">{`${count.count}${count.more ? '+' : ''}`}</span>}
      </Link>
    </li>
  );
}
