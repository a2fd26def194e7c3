import { useCallback, useEffect, useRef } from 'react';
import { api, type Schemas } from '../../api/client';
import { useInbox } from './inbox-context';
import { useRepeated } from './use-ticker';

type State = Schemas['SetConversationPresenceInput']['state'];
const REPEAT_MS = 20_000;
const TYPING_MS = 4_000;
/** How long a sign holds. */
const HOLDS_MS = 30_000;

/** In which conversation this member has said last that they type, and when. */
const NEVER = { conversationId: '', at: 0 };
let typed = NEVER;

function useSay(conversationId: string): (state: State) => void {
  const { workspaceId } = useInbox();
  return useCallback(
    (state) => {
      const params = { path: { workspaceId, conversationId } };
      // A lost sign is repeated soon, and no other work waits for it.
      void api
        .POST('/workspaces/{workspaceId}/inbox/{conversationId}/presence', { params, body: { state } })
        .catch(() => undefined);
    },
    [workspaceId, conversationId],
  );
}

/** Colleagues see that this member has the conversation on the screen. */
export function usePresence(conversationId: string): void {
  const say = useSay(conversationId);
  useRepeated(
    useCallback(() => {
      // A colleague would see that the member only looks, between two signs of a text that goes on.
      const isTyping = typed.conversationId === conversationId && performance.now() - typed.at < HOLDS_MS - REPEAT_MS;
      if (!isTyping) say('viewing');
    }, [say, conversationId]),
    REPEAT_MS,
  );
  useEffect(
    () => () => {
      if (typed.conversationId === conversationId) typed = NEVER;
      say('left');
    },
    [say, conversationId],
  );
}

/** Colleagues and the customer see that this member writes, and that the text is sent or gone. */
export function useTyping(conversationId: string): (isTyping: boolean) => void {
  const say = useSay(conversationId);
  const last = useRef(-TYPING_MS);
  return (isTyping) => {
    const now = performance.now();
    if (!isTyping) {
      if (typed.conversationId === conversationId) say('viewing');
      typed = NEVER;
      last.current = -TYPING_MS;
      return;
    }
    if (now - last.current < TYPING_MS) return;
    last.current = now;
    typed = { conversationId, at: now };
    say('typing');
  };
}
