import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, dataOf } from '../../api/client';
import { Icon, LinkButton, Listed, Loading, Notice, Problem, Screen, Table, When } from '../../kit';
import { useText } from '../../words/words';
import { NotFound } from '../frame/failures';
import { usePages } from '../frame/pages';
import { personOf } from '../inbox/person';
import { membersQuery, nameOf } from '../inbox/queries';
import { viewsQuery } from './queries';

/** The conversations of one saved view, in its order. */
export function ViewScreen(): ReactNode {
  const text = useText();
  const { workspaceId, viewId } = useParams({ from: '/w/$workspaceId/views/$viewId' });
  const { data: views, error, refetch } = useQuery(viewsQuery(workspaceId));
  const { data: members } = useQuery(membersQuery(workspaceId));
  const view = views?.find(({ id }) => id === viewId);
  const conversations = usePages({
    queryKey: ['listConversations', workspaceId, 'view', viewId, view?.version],
    read: (page) =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/inbox', {
          params: { path: { workspaceId }, query: { view: viewId, limit: 50, ...page } },
        }),
      ),
    itemsOf: (page) => page.conversations,
    enabled: view !== undefined && !view.broken,
    refetchInterval: 15_000,
  });
  if (views && !view) return <NotFound />;
  return (
    <Screen
      title={view?.name ?? text('views.title')}
      actions={
        <LinkButton to={`/w/${workspaceId}/views`} look="quiet" icon="back">
          {text('views.title')}
        </LinkButton>
      }
    >
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!views && !error && <Loading />}
      {view?.broken && <Notice kind="warning">{text('views.broken')}</Notice>}
      {view && !view.broken && (
        <Listed of={conversations} rows={6} empty={text('views.empty')}>
          {(items) => (
            <Table
              label={view.name}
              columns={[text('views.conversation'), text('views.last'), text('queue.assignee'), text('views.at')]}
            >
              {items.map((row) => (
                <tr key={row.id}>
                  <th scope="row">
                    <LinkButton to={`/w/${workspaceId}/inbox/all/${row.id}`}>
                      <Icon name={row.channel === 'email' ? 'mail' : 'inbox'} /> {personOf(row, text)}
                    </LinkButton>
                    {row.subject && <small dir="auto">{row.subject}</small>}
                  </th>
                  <td dir="auto">{row.lastMessage?.preview}</td>
                  <td>
                    <bdi>{nameOf(members, row.assigneeMemberId)}</bdi>
                  </td>
                  <td>
                    <When at={row.lastMessageAt} />
                  </td>
                </tr>
              ))}
            </Table>
          )}
        </Listed>
      )}
    </Screen>
  );
}
