import { randomUUID } from 'node:crypto';
import type { Reply } from '../support/call';
import type { Parley } from '../support/parley';
import { anAttachment } from './mail';

/** What members leave in a conversation, and what comes with it: something of every kind, with this word in it. */
export async function workOn(
  parley: Parley,
  { workspace, admin }: { workspace: { id: string }; admin: { secret: string } },
  conversationId: string,
  word: string,
): Promise<void> {
  const path = `/workspaces/${workspace.id}/inbox/${conversationId}`;
  const call = async (method: string, where: string, body?: object, keyed = false): Promise<Reply['body']> => {
    const headers: Record<string, string> = keyed ? { 'Idempotency-Key': `key-${randomUUID()}` } : {};
    const reply = await parley.call(method, path + where, { token: admin.secret, headers, ...(body && { body }) });
    if (reply.status >= 300) throw new Error(`${method} ${where} answered ${reply.status}: ${reply.text}`);
    return reply.body;
  };
  await call('POST', '/notes', { content: `${word} called.` }, true);
  const { id } = await call('POST', '/messages', { content: `Dear ${word}, yes.` }, true);
  await call('PATCH', `/messages/${id}`, { content: `Dear ${word}, no.`, expectedVersion: 1 });
  await call('PATCH', '', { subject: `About ${word}`, expectedVersion: (await call('GET', '')).version });
  await call('POST', '/typing', { typing: true });
  const file = { fileName: `${word}.txt`, bytes: Buffer.from(`A file of ${word}`) };
  await anAttachment(parley, { workspaceId: workspace.id, conversationId, messageId: id }, file);
  await call('POST', '/copilot', { action: 'draft', requestId: `draft-${word}` });
}
