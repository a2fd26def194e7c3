import { useSyncExternalStore } from 'react';
import type { DraftParts } from '../../drafts/draft-parts';
import type { Mode } from '../../drafts/drafts';
import type { Upload } from '../../drafts/upload';
import { useInbox } from './inbox-context';

export interface Files {
  all: readonly Upload[];
  /** The ids of those that can be sent. */
  done: string[];
  /** One is still on its way, or has failed and must be removed: what is sent must not lack a file in silence. */
  isIncomplete: boolean;
  add(files: Iterable<File>): void;
  remove(key: number): void;
}

/** How files stand together. */
export function progressOf(all: readonly Upload[]): Pick<Files, 'all' | 'done' | 'isIncomplete'> {
  return { all, done: all.flatMap(({ id }) => id ?? []), isIncomplete: all.some(({ state }) => state !== 'done') };
}

/** What the draft has besides its text. */
export function useParts(conversationId: string, mode: Mode): ReturnType<DraftParts['of']> {
  const { parts } = useInbox();
  return useSyncExternalStore(parts.subscribe, () => parts.of(conversationId, mode));
}

/** Files of a message that is being written. */
export function useFiles(conversationId: string, mode: Mode): Files {
  const { parts } = useInbox();
  const { files: all } = useParts(conversationId, mode);
  return {
    ...progressOf(all),
    add: (files) => parts.addFiles(conversationId, mode, files),
    remove: (key) => parts.removeFile(conversationId, mode, key),
  };
}
