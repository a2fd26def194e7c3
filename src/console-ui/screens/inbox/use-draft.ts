import { useEffect, useSyncExternalStore } from 'react';
import type { Mode } from '../../drafts/drafts';
import { useInbox } from './inbox-context';

/** The text of a draft, of which each conversation has one for each mode. */
export function useDraft(conversationId: string, mode: Mode) {
  const { drafts, tries } = useInbox();
  const value = useSyncExternalStore(drafts.subscribe, () => drafts.now(conversationId, mode));
  useEffect(() => void drafts.read(conversationId, mode), [drafts, conversationId, mode]);
  return {
    value: value ?? '',
    /** Until then a text would replace the draft. */
    isRead: value !== undefined,
    setValue: (text: string): void => {
      if (text.trim() === '') tries.forget(conversationId, mode);
      drafts.write(conversationId, mode, text);
    },
  };
}
