import { useCallback, useEffect, useRef } from 'react';
import { api, type Schemas } from '../../api/client';
import { useInbox } from './inbox-context';
import { useRepeated } from './use-ticker';

type State = Schemas['SetConversationPresenceInput']['state'];
const REPEAT_MS = 20_000;
const TYPING_MS = 4_000;

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
    useCallback(() => say('viewing'), [say]),
    REPEAT_MS,
  );
  useEffect(() => () => say('left'), [say]);
}

/** Colleagues and the customer see that this member writes. */
export function useTyping(conversationId: string): (isTyping: boolean) => void {
  const say = useSay(conversationId);
  const last = useRef(0);
  return (isTyping) => {
    const now = performance.now();
    if (!isTyping || now - last.current < TYPING_MS) return;
    last.current = now;
    say('typing');
  };
}
