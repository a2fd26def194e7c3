import type { Schemas } from '../../api/client';

type Reply = Schemas['InboxMessage'];

/** A reply of one's own that can still be undone. */
export interface PostedReply {
  reply: Reply;
  /** The name or address of the person, if they are known. */
  to: string | null;
  /** When its request left, on the monotonic clock. */
  at: number;
  /** Makes the undone reply a draft again. */
  onUndone: (undone: Reply) => void;
}

/** The countdown ends early, so that an undo still arrives in time. */
const EARLY_MS = 300;

/** When the request of each own reply left. */
const left = new Map<string, number>();
const listeners = new Set<() => void>();
let posted: readonly PostedReply[] = [];

export function notePosted(entry: PostedReply): void {
  left.set(entry.reply.id, entry.at);
  change([...posted, entry]);
  setTimeout(() => settlePosted(entry.reply.id), undoLeftMs(entry.reply, 0));
}

/** The reply is undone, or can be undone no more. */
export function settlePosted(messageId: string): void {
  change(posted.filter(({ reply }) => reply.id !== messageId));
}

/** Newest last. The same array until it changes. */
export const postedReplies = {
  get: (): readonly PostedReply[] => posted,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

function change(to: readonly PostedReply[]): void {
  posted = to;
  for (const listener of listeners) listener();
}

/** How long a reply can still be undone, in ms; below 0: no more. `now`: the time of the service. */
export function undoLeftMs(reply: Reply, now: number): number {
  const end = Date.parse(reply.undoDeadlineAt);
  const at = left.get(reply.id);
  if (at === undefined) return end - now - EARLY_MS;
  return end - Date.parse(reply.createdAt) - (performance.now() - at) - EARLY_MS;
}
