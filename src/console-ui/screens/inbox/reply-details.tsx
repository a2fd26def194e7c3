import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../api/client';
import { Button, Dialog, Loading, Problem, When } from '../../kit';
import { type WordKey, useText } from '../../words/words';
import { FAILURES } from './failures';
import { useInbox } from './inbox-context';
import { storyQuery } from './queries';
import { Settle } from './settle';
import { useReplyActions } from './use-reply-actions';

type Reply = Schemas['InboxMessage'];

const STATUSES: Readonly<Record<Schemas['Delivery']['status'], WordKey>> = {
  queued: 'inbox.status.queued',
  sending: 'inbox.sending',
  sent: 'inbox.status.sent',
  undone: 'inbox.undone',
  failed: 'inbox.failed',
  uncertain: 'inbox.status.uncertain',
  bounced: 'inbox.bounced',
};

/** How an email went to each of its recipients, and how it can be found at a mail server. */
export function ReplyDetails({ reply }: { reply: Reply }): ReactNode {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" onPress={() => setOpen(true)}>
        {text('inbox.details')}
      </Button>
      <Dialog title={text('inbox.details')} size="large" isOpen={isOpen} onOpenChange={setOpen}>
        <Story reply={reply} />
      </Dialog>
    </>
  );
}

function Story({ reply }: { reply: Reply }): ReactNode {
  const text = useText();
  const { workspaceId } = useInbox();
  const { data, error, refetch } = useQuery(storyQuery(workspaceId, reply));
  if (error) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <div className="reply-details">
      <ul className="deliveries">
        {data.deliveries.map((delivery) => (
          <Copy key={`${delivery.kind} ${delivery.address}`} reply={reply} delivery={delivery} />
        ))}
      </ul>
      <dl>
        {reply.sentAt && (
          <div>
            <dt>{text('inbox.sentAt')}</dt>
            <dd>
              <When at={reply.sentAt} />
            </dd>
          </div>
        )}
        {data.messageIdHeader && (
          <div>
            <dt>Message-ID</dt>
            <dd>
              <code dir="ltr">{data.messageIdHeader}</code>
            </dd>
          </div>
        )}
        {data.settledBy?.reason && (
          <div>
            <dt>{text('inbox.settleReason')}</dt>
            <dd dir="auto">{data.settledBy.reason}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

/** The copy of one recipient. Each is settled and repeated by itself. */
function Copy({ reply, delivery }: { reply: Reply; delivery: Schemas['Delivery'] }): ReactNode {
  const text = useText();
  const run = useReplyActions(reply, () => undefined);
  const { address, kind, status, attempts, failure, bounce } = delivery;
  return (
    <li>
      <p>
        <span>{text(`inbox.recipients.${kind}`)}</span> <bdi>{address}</bdi>
      </p>
      <p>
        {status === 'failed' && failure ? text(FAILURES[failure.class]) : text(STATUSES[status])}{' '}
        <small>{text('inbox.attempts', { count: attempts })}</small>
      </p>
      {(bounce?.text ?? failure?.text) && <bdi className="reply-answer">{bounce?.text ?? failure?.text}</bdi>}
      {status === 'failed' && <Button onPress={() => run.retry(address)}>{text('inbox.retry')}</Button>}
      {status === 'uncertain' && <Settle reply={reply} address={address} />}
    </li>
  );
}
