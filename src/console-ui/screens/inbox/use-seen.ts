import { useEffect, useRef } from 'react';
import type { Conversation, Message } from '../../live/records';
import { useInbox } from './inbox-context';

/** How long a message is on the screen until its reader can know it, in ms. */
export const READING_MS = 1_000;

/**
 * Which messages the reader of a thread has seen: those with which it opens, own ones, and later ones after a second on a visible
 * page. A reply names the newest of them, so that the service refuses it where another person has just written.
 */
export function useSeen(row: Conversation, messages: readonly Message[] | undefined): void {
  const { seen, member } = useInbox();
  const hasOpened = useRef(false);
  const newest = messages?.findLast(({ role }) => role !== 'note');
  const { id } = row;
  useEffect(() => {
    if (!newest) return;
    const note = (): void => void seen.set(id, newest.id);
    if (!hasOpened.current || newest.authorMemberId === member.id) {
      hasOpened.current = true;
      return note();
    }
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      clearInterval(timer);
      note();
    }, READING_MS);
    return () => clearInterval(timer);
  }, [id, newest?.id, newest?.authorMemberId, member.id, seen]);
}

/**
 * Where the reader goes on in a thread with unread messages: the first of those of the customer after which no one else has written.
 * It stays while the conversation is open. Null: at the end.
 */
export function useFirstUnread({ unread }: Conversation, messages: readonly Message[] | undefined): string | null {
  const first = useRef<string | null | undefined>(undefined);
  if (first.current === undefined && messages) {
    const others = messages.filter(({ role }) => role !== 'note' && role !== 'system');
    const answered = others.findLastIndex(({ role }) => role !== 'customer');
    first.current = (unread && others[answered + 1]?.id) || null;
  }
  return first.current ?? null;
}
