import { setTimeout as pause } from 'node:timers/promises';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { newId } from '../../src/common/database/uuid';
import { EventLog } from '../../src/events/event-log.service';
import { WEBHOOK_EVENTS } from '../../src/webhooks/webhook-event.types';
import type { Parley } from '../support/parley';
import type { IssuedCredential } from './credential';
import type { WebhookReceiver } from '../support/webhook-receiver';

export interface TestWebhook {
  id: string;
  workspaceId: string;
  secret: string;
  /** Below `/api/v1`. */
  path: string;
}

/** A webhook for all events of admins. */
export async function aWebhook(
  parley: Parley,
  { id: workspaceId }: { id: string },
  { secret: token }: IssuedCredential,
  input: { url: string } & Record<string, unknown>,
): Promise<TestWebhook> {
  const path = `/workspaces/${workspaceId}/webhooks`;
  const reply = await parley.call('POST', path, { token, body: { events: ['webhook.removed'], ...input } });
  if (reply.status !== 201) throw new Error(`${path} answered ${reply.status}: ${reply.text}`);
  const { webhook, secret } = reply.body as { webhook: { id: string }; secret: string };
  return { id: webhook.id, workspaceId, secret, path: `${path}/${webhook.id}` };
}

/** Appends events to the log, each in a transaction of its own. Their `data.webhookId` is their subject. */
export async function appendEvents(parley: Parley, workspaceId: string, subjects: readonly string[]): Promise<void> {
  for (const subjectId of subjects) await appendTogether(parley, workspaceId, [subjectId]);
}

/** The same, in one transaction. */
export async function appendTogether(parley: Parley, workspaceId: string, subjects: readonly string[]): Promise<void> {
  await parley.get(UnitOfWork).run(() => {
    for (const subjectId of subjects) {
      const data = { webhookId: subjectId, state: 'active', pauseReason: null } as const;
      parley.get(EventLog).append(WEBHOOK_EVENTS['webhook.removed'], { workspaceId, agentId: null, subjectId, data });
    }
    return Promise.resolve();
  });
}

export const someSubjects = (count: number): string[] => Array.from({ length: count }, newId);

/** Sends until the receiver has got so many requests. Events settle once no earlier transaction of the server is open. */
export async function sendUntil(parley: Parley, receiver: WebhookReceiver, requests: number): Promise<void> {
  await drainUntil(parley, () => receiver.hooks.length >= requests);
}

/** Does background work until the condition holds. */
export async function drainUntil(parley: Parley, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000;
  for (;;) {
    await parley.drain();
    if (await holds()) return;
    if (Date.now() > end) throw new Error('It did not come to that within 30 seconds');
    await pause(20);
  }
}

/** An event of the log that was delivered, as a row. Its id. */
export async function aDelivery(
  parley: Parley,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<string> {
  await appendEvents(parley, workspaceId, [id]);
  const [row] = await parley.database.query<{ id: string }[]>(
    `INSERT INTO webhook_deliveries (workspace_id, id, webhook_id, event_id, transaction_number, event_number, positioned_at, type,
       subject, holds, state, attempt_count, first_attempt_at, last_attempt_at, status, finished_at)
     SELECT workspace_id, $3, $2, event_id, transaction_id, id, created_at, type, subject_id, true, 'delivered', 1, now(), now(), 200, now()
     FROM workspace_events WHERE workspace_id = $1 ORDER BY transaction_id DESC, id DESC LIMIT 1 RETURNING id`,
    [workspaceId, id, newId()],
  );
  return row!.id;
}
