import type { ReplyStatus } from '../../../conversations/conversation.types';
import type { Reply } from '../reply.entity';
import type { Delivery } from './delivery.entity';

/** Of a delivery whose email has not left. */
const NOT_LEFT: readonly ReplyStatus[] = ['queued', 'failed', 'undone'];

/** Whether the email of a delivery has left, or may have. */
export function hasLeft({ status }: Delivery): boolean {
  return !NOT_LEFT.includes(status);
}

/** The emails that counted towards the limits of the plan. */
export function countsOf({ envelope }: Reply, others: readonly Delivery[]): { address: string; day: string }[] {
  const all = [
    { address: envelope?.recipient ?? '', day: envelope?.countedOn ?? null },
    ...others.map(({ address, countedOn }) => ({ address, day: countedOn })),
  ];
  return all.flatMap(({ address, day }) => (day === null ? [] : [{ address, day }]));
}
