import { MemberPush } from '../../src/notifications/push/member-push';
import type { PushMessage, PushOutcome } from '../../src/notifications/push/push-message.types';
import type { Parley } from '../support/parley';

/** A message to the devices of one account, or to some of them, from the look for them until it is known how they are. */
export async function aPush(
  parley: Parley,
  { id }: { id: string },
  message: PushMessage,
  { signal, only }: { signal?: AbortSignal; only?: readonly string[] } = {},
): Promise<PushOutcome[]> {
  const round = await parley.get(MemberPush).begin([id]);
  try {
    return await round.send(id, message, signal, only);
  } finally {
    await round.end();
  }
}
