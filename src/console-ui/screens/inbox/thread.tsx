import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { api } from '../../api/client';
import { announce, Button, Loading, Problem } from '../../kit';
import type { Conversation, Message } from '../../live/records';
import { useText, useWords } from '../../words/words';
import { useInbox, useStore } from './inbox-context';
import { MessageView } from './message';
import { dayOf } from './moments';
import { membersQuery, nameOf } from './queries';
import { useScroll } from './use-scroll';
import { READING_MS, useFirstUnread, useSeen } from './use-seen';

interface Props {
  row: Conversation;
  /** Whom it is with. */
  customer: string;
  /** Makes a reply that was not sent a draft again. */
  onTake: (message: Message) => void;
}

/** The messages and notes of one conversation, from the first unread one or the newest. */
export function Thread({ row, customer, onTake }: Props): ReactNode {
  const text = useText();
  const { locale } = useWords();
  const { inbox, workspaceId, member } = useInbox();
  const store = useStore();
  const { data: members } = useQuery(membersQuery(workspaceId));
  const epoch = useSyncExternalStore(inbox.subscribe, () => inbox.epoch);
  const [problem, setProblem] = useState<unknown>(null);
  const [isReading, setReading] = useState(false);
  const thread = store.thread(row.id);
  const read = useCallback(
    async (part: 'newest' | 'older') => {
      setReading(true);
      try {
        await inbox.readThread(row.id, part);
        setProblem(null);
      } catch (error) {
        setProblem(error);
      } finally {
        setReading(false);
      }
    },
    [inbox, row.id],
  );
  useEffect(() => {
    if (epoch > 0) void read('newest');
  }, [epoch, read]);
  const isThere = thread !== undefined;
  // What could not be read at first has come since.
  useEffect(() => void (isThere && setProblem(null)), [isThere]);
  const last = thread?.messages.at(-1);
  const start = useFirstUnread(row, thread?.messages);
  const { view, content, below, toEnd } = useScroll({
    first: thread?.messages[0]?.id,
    last: last?.id,
    start,
    isOwn: last?.authorMemberId === member.id,
  });
  useSeen(row, thread?.messages);
  useRead(row, last?.createdAt);
  useAnnouncedArrival(last?.role === 'customer' ? last.id : undefined, text('inbox.newMessage'));

  if (!thread)
    return problem ? <Problem problem={problem} onRetry={() => void read('newest')} /> : <Loading rows={5} />;
  return (
    <div className="thread" ref={view} role="log" aria-live="off" aria-label={text('inbox.messages')} tabIndex={0}>
      <div className="thread-messages" ref={content}>
        {thread.older && (
          <Button look="quiet" onPress={() => void read('older')} isPending={isReading}>
            {text('inbox.older')}
          </Button>
        )}
        {problem !== null && <Problem problem={problem} onRetry={() => void read('newest')} />}
        {thread.messages.map((message, at) => {
          const day = dayOf(message.createdAt, locale);
          const before = thread.messages[at - 1];
          return (
            <Fragment key={message.id}>
              {(!before || dayOf(before.createdAt, locale) !== day) && <h3 className="thread-day">{day}</h3>}
              {message.id === start && <p className="thread-new">{text('inbox.fromHere')}</p>}
              <MessageView
                message={message}
                customer={customer}
                author={nameOf(members, message.authorMemberId)}
                mayUndo={message.authorMemberId === member.id || member.role !== 'member'}
                onTake={onTake}
              />
            </Fragment>
          );
        })}
      </div>
      {below !== 'nothing' && (
        <div className="thread-below">
          <Button look="primary" onPress={toEnd}>
            {text(below === 'new' ? 'inbox.newBelow' : 'inbox.toNewest')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Read for this member after one second on a visible page that has the focus. */
function useRead(row: Conversation, lastAt: string | undefined): void {
  const { inbox, workspaceId } = useInbox();
  const { id, unread } = row;
  useEffect(() => {
    if (!unread || !lastAt) return;
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible' || !document.hasFocus()) return;
      clearInterval(timer);
      inbox.store.change(id, { unread: false });
      const path = { workspaceId, conversationId: id };
      void api
        .POST('/workspaces/{workspaceId}/inbox/{conversationId}/read', { params: { path }, body: { readUpTo: lastAt } })
        .catch(() => undefined)
        .then(() => inbox.refresh(id));
    }, READING_MS);
    return () => clearInterval(timer);
  }, [id, unread, lastAt, inbox, workspaceId]);
}

function useAnnouncedArrival(id: string | undefined, says: string): void {
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (before.current !== undefined && id !== undefined && before.current !== id) announce(says);
    before.current = id ?? before.current ?? '';
  }, [id, says]);
}
