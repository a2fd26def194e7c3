import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { Button, Dialog, DialogTrigger, Listed, Problem, When } from '../../kit';
import { useText } from '../../words/words';
import { usePages } from '../frame/pages';
import { membersQuery, nameOf } from '../inbox/queries';
import { nearestClock, SlaClock } from '../sla/clock';

/** Requests of a conversation that have not ended, with what happened to each. */
export function LiveRequests({
  workspaceId,
  conversationId,
}: {
  workspaceId: string;
  conversationId: string;
}): ReactNode {
  const text = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['listInboxLiveSupportRequests', workspaceId, conversationId],
    queryFn: async () =>
      (
        await dataOf(
          api.GET('/workspaces/{workspaceId}/inbox/{conversationId}/support-requests/live', {
            params: { path: { workspaceId, conversationId } },
          }),
        )
      ).supportRequests,
    refetchInterval: 30_000,
  });
  if (error) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <section className="part" aria-labelledby="contact-requests">
      <h3 id="contact-requests">{text('contact.requests')}</h3>
      <ul className="rows">
        {data.map((request) => (
          <li key={request.id} className="row">
            <LiveRequest request={request} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function LiveRequest({ request }: { request: Schemas['SupportRequest'] }): ReactNode {
  const text = useText();
  const clock = nearestClock(request.sla);
  const subject = request.subject ?? text('queue.noSubject');
  return (
    <div>
      <bdi>{subject}</bdi>
      <small>
        {text(`request.state.${request.state}`)}
        {request.waitingOn && ` ${text(`clock.waitingOn.${request.waitingOn}`)}`} ·{' '}
        {text(`priority.${request.priority}`)}
      </small>
      {clock && <SlaClock request={request} clock={clock} />}
      <DialogTrigger>
        <Button look="quiet">{text('contact.history')}</Button>
        <Dialog title={subject}>
          <History workspaceId={request.workspaceId} requestId={request.id} />
        </Dialog>
      </DialogTrigger>
    </div>
  );
}

function History({ workspaceId, requestId }: { workspaceId: string; requestId: string }): ReactNode {
  const text = useText();
  const { data: members } = useQuery(membersQuery(workspaceId));
  const history = usePages({
    queryKey: ['listSupportRequestHistory', workspaceId, requestId],
    read: (page) =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/support-requests/{requestId}/history', {
          params: { path: { workspaceId, requestId }, query: { limit: 50, ...page } },
        }),
      ),
    itemsOf: (page) => page.entries,
  });
  return (
    <Listed of={history} empty={null}>
      {(entries) => (
        <ol className="rows">
          {entries.map((entry) => (
            <li key={entry.id} className="row">
              <div>
                {text(`request.kind.${entry.kind}`)}
                {entry.waitingOn && ` ${text(`clock.waitingOn.${entry.waitingOn}`)}`}
                {entry.reason && <bdi>: {entry.reason}</bdi>}
                <small>
                  <When at={entry.occurredAt} /> ·{' '}
                  <bdi>{nameOf(members, entry.actorMemberId) ?? text('request.byService')}</bdi>
                </small>
              </div>
            </li>
          ))}
        </ol>
      )}
    </Listed>
  );
}
