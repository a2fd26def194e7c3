import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { Button, Icon } from '../../kit';
import { KEYS, useAction } from '../../keys';
import { useText, useWords } from '../../words/words';
import { EditReply } from './edit-reply';
import { FAILURES } from './failures';
import { useInbox } from './inbox-context';
import { timeOf } from './moments';
import { storyQuery } from './queries';
import { ReplyDetails } from './reply-details';
import { Settle } from './settle';
import { undoLeftMs } from './undo-clock';
import { useReplyActions } from './use-reply-actions';
import { useTicker } from './use-ticker';

type Reply = Schemas['InboxMessage'];

interface Props {
  reply: Reply;
  mayUndo: boolean;
  /** Makes it a draft again. */
  onTake: () => void;
}

/** Where a reply is on its way, and what can be done about it. */
export function ReplyState({ reply, mayUndo, onTake }: Props): ReactNode {
  const text = useText();
  const { locale } = useWords();
  const run = useReplyActions(reply, onTake);
  const status = reply.lifecycleStatus;
  return (
    <footer className={`reply-state ${status}`}>
      {status === 'queued' && <Queued reply={reply} mayUndo={mayUndo} onUndo={run.undo} />}
      {status === 'sending' && text('inbox.sending')}
      {status === 'sent' && (
        <>
          <Icon name="check" />
          {text(reply.channel === 'email' ? 'inbox.sentMail' : 'inbox.sent', {
            time: timeOf(reply.sentAt ?? reply.createdAt, locale),
          })}
          {reply.channel === 'widget' && <EditReply reply={reply} />}
        </>
      )}
      {status === 'undone' && (
        <>
          {text('inbox.undone')}
          <Button look="quiet" onPress={onTake}>
            {text('inbox.toComposer')}
          </Button>
        </>
      )}
      {(status === 'failed' || status === 'bounced') && (
        <>
          <Icon name="warning" />
          <Reason reply={reply} />
          {status === 'failed' && <Button onPress={() => run.retry()}>{text('inbox.retry')}</Button>}
          <Button look="quiet" onPress={onTake}>
            {text('inbox.toComposer')}
          </Button>
        </>
      )}
      {status === 'uncertain' && (
        <>
          <Icon name="warning" />
          {text('inbox.uncertain')}
          <Settle reply={reply} />
        </>
      )}
      {status !== 'queued' && status !== 'undone' && reply.channel === 'email' && <ReplyDetails reply={reply} />}
    </footer>
  );
}

function Queued({ reply, mayUndo, onUndo }: { reply: Reply; mayUndo: boolean; onUndo: () => void }): ReactNode {
  const text = useText();
  const { locale } = useWords();
  const { inbox, member } = useInbox();
  useTicker();
  const left = undoLeftMs(reply, inbox.now());
  const deferred = Date.parse(reply.dispatchAfterAt) - inbox.now() > 61_000;
  const canUndo = mayUndo && (left > 0 || deferred);
  useAction({
    id: 'inbox.undo',
    name: text('inbox.undo'),
    keys: KEYS['inbox.undo'],
    when: () => canUndo && reply.authorMemberId === member.id,
    run: onUndo,
  });
  return (
    <>
      <Icon name="clock" />
      {deferred
        ? text('inbox.deferred', { time: timeOf(reply.dispatchAfterAt, locale) })
        : text('inbox.sendsIn', { count: Math.ceil(Math.max(0, left) / 1_000) })}
      {canUndo && (
        <Button icon="undo" onPress={onUndo}>
          {text('inbox.undo')}
        </Button>
      )}
    </>
  );
}

/** Why it was not delivered, in words and as the mail server put it. */
function Reason({ reply }: { reply: Reply }): ReactNode {
  const text = useText();
  const { workspaceId } = useInbox();
  const { data } = useQuery(storyQuery(workspaceId, reply));
  const why = data?.failure?.class;
  const answer = data?.bounce?.text ?? data?.failure?.text;
  return (
    <span>
      {reply.lifecycleStatus === 'bounced' ? text('inbox.bounced') : why ? text(FAILURES[why]) : text('inbox.failed')}
      {answer && <bdi className="reply-answer">{answer}</bdi>}
    </span>
  );
}
