import type { Reply } from './reply.entity';
import type { ReplyStatus } from './reply.types';

/** What members do with a reply that there is. */
export const REPLY_ACTIONS = ['undo', 'edit', 'retry', 'settle'] as const;
export type ReplyAction = (typeof REPLY_ACTIONS)[number];

const ACTIONS: Record<ReplyStatus, readonly ReplyAction[]> = {
  queued: ['undo', 'edit'],
  sending: [],
  sent: [],
  undone: [],
  failed: ['retry'],
  uncertain: ['settle'],
  bounced: [],
};

/** On the widget channel a message that has arrived can still be edited: it is shown as it is. */
export function allowedActions({ status, channel }: Pick<Reply, 'status' | 'channel'>): readonly ReplyAction[] {
  return status === 'sent' && channel === 'widget' ? ['edit'] : ACTIONS[status];
}
