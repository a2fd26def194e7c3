import type { Bench } from '../support/bench';
import { partsOf } from '../support/parts';
import { events } from './events/part';
import { lists } from './lists/part';
import { mail } from './mail/part';

const PARTS = ['list', 'events', 'mail'] as const;

/** The inbox of a big workspace: lists of conversations, live events for many streams, and incoming mail. */
export async function inbox(bench: Bench): Promise<void> {
  const parts = partsOf(PARTS, bench.options.only);
  if (parts.has('list')) await lists(bench);
  if (parts.has('events')) await events(bench);
  if (parts.has('mail')) await mail(bench);
}
