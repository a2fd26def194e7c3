import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, dataOf } from '../../api/client';
import type { Conversation } from '../../live/records';
import { useText } from '../../words/words';
import { useInbox } from './inbox-context';

/** The conversation that this one is about, and those about this one. */
export function Related({ row }: { row: Conversation }): ReactNode {
  const text = useText();
  const { workspaceId } = useInbox();
  const { open, total } = row.sideConversations;
  const { data } = useQuery({
    queryKey: ['listConversations', workspaceId, { parent: row.id, open, total }],
    queryFn: () =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/inbox', {
          params: { path: { workspaceId }, query: { parent: row.id, limit: 20 } },
        }),
      ),
    enabled: total > 0,
  });
  if (row.parentConversationId === null && total === 0) return null;
  return (
    <ul className="related" aria-label={text('inbox.related')}>
      {row.parentConversationId && (
        <li>
          <ToConversation id={row.parentConversationId} name={text('inbox.parent')} />
        </li>
      )}
      {data?.conversations.map(({ id, subject, contact, status }) => (
        <li key={id}>
          <ToConversation id={id} name={subject ?? contact?.email ?? text('inbox.side')} />
          {status === 'closed' && <small> {text('inbox.closed')}</small>}
        </li>
      ))}
    </ul>
  );
}

function ToConversation({ id, name }: { id: string; name: string }): ReactNode {
  const { workspaceId } = useInbox();
  return (
    <Link
      className="link"
      to="/w/$workspaceId/inbox/$view/{-$conversationId}"
      params={{ workspaceId, view: 'all', conversationId: id }}
    >
      <bdi>{name}</bdi>
    </Link>
  );
}
