import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Icon } from '../../kit';
import type { Conversation } from '../../live/records';
import { useText, useWords } from '../../words/words';
import { clockIn } from './clocks';
import { useInbox, useStore } from './inbox-context';
import { age } from './moments';
import { personOf } from './person';
import { membersQuery, nameOf } from './queries';
import { useTicker } from './use-ticker';

interface Props {
  row: Conversation;
  isGone: boolean;
  isOpen: boolean;
  /** Whether rows stand in the order of how long customers wait, so that the age is that of the wait. */
  byWaiting: boolean;
  onOpen: () => void;
}

/** One conversation in a list: who, what was written last, how long ago, and what a member has to know before opening it. */
export function Row({ row, isGone, isOpen, byWaiting, onOpen }: Props): ReactNode {
  const text = useText();
  const words = useWords();
  const { inbox, workspaceId, drafts, selection, member } = useInbox();
  const store = useStore();
  const hasDraft = useSyncExternalStore(drafts.subscribe, () => drafts.has(row.id));
  const isSelected = useSyncExternalStore(selection.subscribe, () => selection.has(row.id));
  const { data: members } = useQuery(membersQuery(workspaceId));
  useTicker(5);
  const now = inbox.now();
  const { lastMessage, unread } = row;
  const name = personOf(row, text);
  const assignee = nameOf(members, row.assigneeMemberId);
  const isTyping = store.isTyping(row.id, Date.now());
  const others = store.present(row.id, Date.now()).filter(({ memberId }) => memberId !== member.id);
  const clock = clockIn(row.nextClock, now, text);
  return (
    <div role="listitem" className="inbox-item" data-selected={isSelected || undefined}>
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={text('inbox.select', { name })}
        checked={isSelected}
        onChange={({ target }) => selection.set(row.id, target.checked)}
      />
      <button
        type="button"
        data-row={row.id}
        className="inbox-row"
        data-open={isOpen || undefined}
        data-unread={unread || undefined}
        data-gone={isGone || undefined}
        aria-current={isOpen || undefined}
        onClick={onOpen}
      >
        <span className="inbox-row-top">
          {unread && (
            <span className="unread-dot">
              <span className="for-screen-readers">{text('inbox.unread')}</span>
            </span>
          )}
          <bdi className="inbox-row-name">{name}</bdi>
          <Icon name={row.channel === 'email' ? 'mail' : 'inbox'} />
          <span className="inbox-row-age">
            {age((byWaiting && row.unansweredSince) || row.lastMessageAt, now, words.locale)}
          </span>
        </span>
        {row.subject && (
          <span className="inbox-row-subject" dir="auto">
            {row.subject}
          </span>
        )}
        <span className="inbox-row-last" dir="auto">
          {lastMessage && lastMessage.role !== 'customer' && (
            <>
              {lastMessage.role === 'human'
                ? (nameOf(members, lastMessage.authorMemberId) ?? text('inbox.team'))
                : text(lastMessage.role === 'agent' ? 'inbox.agent' : 'inbox.system')}
              {': '}
            </>
          )}
          {lastMessage?.preview}
        </span>
        <span className="inbox-row-facts">
          {isGone && row.status === 'closed' && <span>{text('inbox.closed')}</span>}
          {hasDraft && <span className="chip">{text('inbox.draft')}</span>}
          {row.undelivered > 0 && (
            <span className="chip wrong">
              <Icon name="warning" />
              {text('inbox.undelivered')}
            </span>
          )}
          {clock && (
            <span className={`chip ${clock.look}`}>
              <Icon name="clock" />
              {clock.text}
            </span>
          )}
          {isTyping && <span className="chip">{text('inbox.typing')}</span>}
          {others[0] && (
            <span className="chip">
              {text(others[0].state === 'typing' ? 'inbox.isAnswering' : 'inbox.isLooking', {
                name: nameOf(members, others[0].memberId) ?? text('inbox.colleague'),
              })}
            </span>
          )}
          {row.labels.slice(0, 2).map(({ id, name }) => (
            <bdi key={id} className="chip">
              {name}
            </bdi>
          ))}
          {assignee && <bdi className="inbox-row-assignee">{assignee}</bdi>}
        </span>
      </button>
    </div>
  );
}
