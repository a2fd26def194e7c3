import { AgentPurge } from '../../src/agents/agent-purge';
import { ExpiredRows } from '../../src/common/jobs/expired-rows';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aContact } from '../factories/contact';
import { aConversation, aHandedOverConversation } from '../factories/conversation';
import { aCredential } from '../factories/credential';
import { anErasure } from '../factories/erasure';
import { aKey } from '../factories/key';
import { aMember } from '../factories/member';
import { appendEvents, drainUntil, sendUntil, someSubjects, type TestWebhook } from '../factories/webhook';
import type { ReceivedHook } from '../support/webhook-receiver';
import { WebhookDesk } from '../support/webhook-desk';

/** What becomes of webhooks and of what they have to send when something else changes. */
const desk = WebhookDesk.forSuite(() => ({
  WEBHOOK_RETRY_SECONDS: Array.from({ length: 13 }, () => '3600').join(),
  LIMIT_WEBHOOK_TEST_PER_WEBHOOK: '2',
}));

const state = async ({ path }: TestWebhook) => (await desk.call('GET', path)).body;
const deliveries = async ({ path }: TestWebhook, query = '') =>
  (await desk.call('GET', `${path}/deliveries?limit=100${query}`)).body.deliveries as { state: string; type: string }[];
const workspace = (rest: string) => `/workspaces/${desk.workspace.id}${rest}`;
const hooksOf = (type: string): ReceivedHook[] => desk.receiver.hooks.filter(({ event }) => event.type === type);
const typesSent = (): string[] => desk.receiver.hooks.map(({ event }) => event.type);
const mailed = async ({ id }: TestWebhook) => (await desk.parley.mails()).filter(({ text }) => text.includes(id));

describe('content: current', () => {
  it('has the record as it is at the time of each attempt; the data stays that of the event', async () => {
    const hook = await desk.make({ events: ['label.updated', 'note.created', 'webhook.updated'], content: 'current' });
    const label = (await desk.call('POST', workspace('/labels'), { name: 'First' })).body;
    const agent = await anAgent(desk.parley, desk.workspace, desk.admin);
    const { id } = await aConversation(desk.parley, agent);
    desk.receiver.answer(500);
    await desk.call('PATCH', workspace(`/labels/${label.id}`), { name: 'Second' });
    await desk.call('POST', workspace(`/inbox/${id}/notes`), { content: 'She called.' });
    await sendUntil(desk.parley, desk.receiver, 2);
    await desk.call('PATCH', workspace(`/labels/${label.id}`), { name: 'Third' });
    desk.receiver.answer(200);
    await desk.skipWaits();
    await sendUntil(desk.parley, desk.receiver, 5);
    const [first, again, next] = hooksOf('label.updated').map(({ event }) => event);
    expect([first, again, next].map((event) => (event!['resource'] as { name: string }).name)).toEqual([
      ...['Second', 'Third', 'Third'],
    ]);
    expect({ ...again, resource: null }).toEqual({ ...first, resource: null });
    expect(hooksOf('note.created')[0]!.event).toMatchObject({ resource: null, resourceOmitted: 'never' });
    await desk.call('DELETE', workspace(`/labels/${label.id}`));
    const { id: deliveryId } = (await deliveries(hook, '&type=label.updated'))[0] as unknown as { id: string };
    await desk.call('POST', `${hook.path}/deliveries/${deliveryId}/redeliver`);
    await sendUntil(desk.parley, desk.receiver, 6);
    expect(desk.receiver.hooks.at(-1)!.event).toMatchObject({ resource: null, resourceOmitted: 'gone' });
  });

  it('has the turn as it is stored for a completed turn, with the answer', async () => {
    await desk.make({ events: ['chat_turn.*'], content: 'current' });
    const agent = await anAgent(desk.parley, desk.workspace, desk.admin);
    const { secret } = await aKey(desk.parley, desk.workspace);
    const path = workspace(`/agents/${agent.id}/chat`);
    const body = { message: 'What is the weight of the moon?', requestId: 'turn-1' };
    const turn = (await desk.parley.call('POST', path, { token: secret, body })).body;
    await sendUntil(desk.parley, desk.receiver, 1);
    const { suggestions: _suggestions, fallback: _fallback, createdAt: _createdAt, ...stored } = turn;
    expect(desk.receiver.hooks[0]!.event['resource']).toEqual({ ...stored, createdAt: expect.any(String) });
  });

  it('leaves out a record that would make the event too large', async () => {
    await desk.make({ events: ['message.created'], content: 'current' });
    const { id } = await aConversation(desk.parley, await anAgent(desk.parley, desk.workspace, desk.admin));
    await desk.parley.database.query(
      `UPDATE messages SET content = repeat('x', 270000) WHERE conversation_id = $1 AND role = 'customer'`,
      [id],
    );
    await sendUntil(desk.parley, desk.receiver, 2);
    expect(desk.receiver.hooks.map(({ event }) => event['resourceOmitted'])).toEqual(['too_large', null]);
  });
});

describe('agentIds', () => {
  it('sends what a restricted member of these agents would see, and nothing for admins', async () => {
    const [own, other] = [
      await anAgent(desk.parley, desk.workspace, desk.admin),
      await anAgent(desk.parley, desk.workspace, desk.admin),
    ];
    // The webhook begins with what has settled, which may be less than what has happened.
    const events = ['workspace.*', 'message.*', 'conversation.*', 'contact.*', 'label.*'];
    const hook = await desk.make({ events, agentIds: [own.id], content: 'current' });
    await desk.call('PATCH', workspace(''), { name: 'For admins' });
    await aConversation(desk.parley, other);
    await aContact(desk.parley, desk.workspace, desk.admin, { externalId: 'theirs', agentIds: [other.id] });
    const shared = await aContact(desk.parley, desk.workspace, desk.admin, {
      externalId: 'shared',
      agentIds: [own.id, other.id],
    });
    await desk.call('POST', workspace('/labels'), { name: 'Last' });
    await drainUntil(desk.parley, () =>
      ['contact.created', 'label.created'].every((type) => typesSent().includes(type)),
    );
    expect(typesSent()).toHaveLength(2);
    // What others see is not even a delivery that was dropped.
    expect((await deliveries(hook)).map(({ type }) => type).sort()).toEqual(['contact.created', 'label.created']);
    const { data, resource } = hooksOf('contact.created')[0]!.event;
    expect([data, resource]).toMatchObject([{ contactId: shared.id, agentIds: [own.id] }, { agentIds: [own.id] }]);
    const [delivery] = (await deliveries(hook, '&type=contact.created')) as unknown as { id: string }[];
    const shown = (await desk.call('GET', `${hook.path}/deliveries/${delivery!.id}`)).body.event;
    expect(shown.data).toEqual(data);
  });

  it('an agent that is purged leaves them, after its last event; without one, the webhook is paused', async () => {
    const agents = [
      await anAgent(desk.parley, desk.workspace, desk.admin),
      await anAgent(desk.parley, desk.workspace, desk.admin),
    ];
    const hook = await desk.make({ events: ['agent.*', 'label.created'], agentIds: agents.map(({ id }) => id) });
    desk.receiver.answerEach(({ event }) => (event.type === 'agent.deleted' ? 500 : 200));
    await purge(agents[0]!);
    await drainUntil(desk.parley, () => typesSent().includes('agent.deleted'));
    expect((await state(hook)).agentIds).toEqual(agents.map(({ id }) => id));
    desk.receiver.answer(200);
    await desk.skipWaits();
    await drainUntil(desk.parley, async () => (await state(hook)).agentIds.length === 1);
    expect(await state(hook)).toMatchObject({ agentIds: [agents[1]!.id], state: 'active' });
    await purge(agents[1]!);
    await drainUntil(desk.parley, async () => (await state(hook)).state === 'paused');
    expect(await state(hook)).toMatchObject({ agentIds: [], pauseReason: 'no_agents', needsAttention: ['paused'] });
    expect(hooksOf('agent.deleted').map(({ event }) => event.data['agentId'])).toEqual([
      ...[agents[0]!.id, agents[0]!.id, agents[1]!.id],
    ]);
    expect((await mailed(hook)).map(({ text }) => text)).toEqual([expect.stringContaining('the last agent')]);
    const resumed = await desk.call('PATCH', hook.path, { state: 'active' });
    expect([resumed.status, resumed.body.details[0].path]).toEqual([400, '/agentIds']);
    expect((await desk.call('PATCH', hook.path, { state: 'active', agentIds: null })).status).toBe(200);
  });
  async function purge({ id }: { id: string }): Promise<void> {
    await desk.call('DELETE', workspace(`/agents/${id}`));
    await desk.parley.database.query('UPDATE agents SET deletion_scheduled_at = now() WHERE id = $1', [id]);
    await desk.parley.get(AgentPurge).runOnce(new AbortController().signal);
  }
});

describe('an erasure', () => {
  it('takes events and deliveries with it: no later request has them, not even one that was under way', async () => {
    const hook = await desk.make({ events: ['*'], content: 'current' });
    const agent = await anAgent(desk.parley, desk.workspace, desk.admin);
    const user = { externalId: 'goneperson-id', name: 'Goneperson Lee', email: 'goneperson@example.com' };
    const { id } = await aHandedOverConversation(desk.parley, agent, user);
    const contact = await theirs(user.externalId);
    // The first event of each subject fails and is parked; later ones wait behind it, or have not been reached.
    desk.receiver.answer(503);
    await drainUntil(desk.parley, async () => (await state(hook)).state === 'failing');
    expect(await rowsWith(id, contact.id)).toBeGreaterThan(0);
    desk.receiver.clear();
    expect((await anErasure(desk.parley, desk.workspace, desk.admin, contact.id)).status).toBe(200);
    expect(await rowsWith(id, contact.id)).toBe(0);
    desk.receiver.answer(200);
    await desk.skipWaits();
    await drainUntil(desk.parley, () => typesSent().includes('contact.erased'));
    const after = desk.receiver.hooks.filter(({ body }) => /goneperson/i.test(body) || body.includes(id));
    expect(after.map(({ event }) => event.type)).toEqual(['conversation.erased']);
    expect(hooksOf('contact.erased')[0]!.event.data).toMatchObject({ contactId: contact.id, conversationCount: 1 });
    expect(
      (await desk.parley.database.query(`SELECT FROM webhook_deliveries d WHERE d::text ~* 'goneperson'`)).length,
    ).toBe(0);
  });

  it('an attempt that is under way ends, and leaves no delivery', async () => {
    const hook = await desk.make({ events: ['contact.created'], content: 'current' });
    let answer = (): void => {};
    const asked = new Promise<void>((resolve) => {
      desk.receiver.answer((response) => {
        answer = () => void response.writeHead(500).end();
        resolve();
      });
    });
    const contact = await aContact(desk.parley, desk.workspace, desk.admin, { externalId: 'under-way' });
    const sending = drainUntil(desk.parley, () => desk.receiver.open === 0 && desk.receiver.hooks.length > 0);
    await asked;
    expect((await anErasure(desk.parley, desk.workspace, desk.admin, contact.id)).status).toBe(200);
    answer();
    await sending;
    await drainUntil(desk.parley, async () => (await state(hook)).lastFailure !== null);
    expect(await deliveries(hook)).toEqual([]);
  });

  async function theirs(externalId: string): Promise<{ id: string }> {
    const { contacts } = (await desk.call('GET', workspace('/contacts'))).body;
    return (contacts as { id: string; externalId: string }[]).find((one) => one.externalId === externalId)!;
  }

  /** Deliveries of a conversation or a contact. */
  async function rowsWith(conversationId: string, contactId: string): Promise<number> {
    const rows = await desk.parley.database.query(
      'SELECT FROM webhook_deliveries WHERE conversation_id = $1 OR contact_id = $2',
      [conversationId, contactId],
    );
    return rows.length;
  }
});

describe('retention', () => {
  it('that overtakes the cursor is named: the gap, an email, and needsAttention until an update', async () => {
    const hook = await desk.make();
    await desk.call('PATCH', hook.path, { state: 'paused' });
    const { cursor } = await state(hook);
    await appendEvents(desk.parley, desk.workspace.id, someSubjects(2));
    await age(20);
    const [late] = someSubjects(1);
    await appendEvents(desk.parley, desk.workspace.id, [late!]);
    await desk.parley.get(ExpiredRows).runOnce();
    await desk.call('PATCH', hook.path, { state: 'active' });
    await sendUntil(desk.parley, desk.receiver, 1);
    expect(desk.receiver.subjects).toEqual([late]);
    const { missed, needsAttention } = await state(hook);
    expect([needsAttention, missed.from.split('_').slice(1)]).toEqual([['missed_events'], cursor.split('_').slice(1)]);
    expect((await mailed(hook)).map(({ subject, text }) => [subject, text.includes(missed.to)])).toEqual([
      ['Webhook has missed events: 127.0.0.1:' + new URL(desk.receiver.url).port, true],
    ]);
    expect((await desk.call('PATCH', hook.path, {})).body).toMatchObject({ missed: null, needsAttention: [] });
  });

  it('410 to send again what is no longer kept', async () => {
    const hook = await desk.make();
    await appendEvents(desk.parley, desk.workspace.id, someSubjects(1));
    await sendUntil(desk.parley, desk.receiver, 1);
    const { cursor } = await state(hook);
    const [delivery] = (await deliveries(hook)) as unknown as { id: string }[];
    await age(20);
    await desk.parley.get(ExpiredRows).runOnce();
    await drainUntil(desk.parley, async () => (await rowsOfLog()) === 0);
    const again = await desk.call('POST', `${hook.path}/deliveries/${delivery!.id}/redeliver`);
    const old = cursor.replace(/^\d+/, String(Date.now() - 20 * 86_400_000));
    const replay = await desk.call('POST', `${hook.path}/replays`, { from: old });
    expect([again, replay].map(({ status, body }) => [status, body.code])).toEqual([
      [410, 'position_expired'],
      [410, 'position_expired'],
    ]);
    expect((await desk.call('GET', `${hook.path}/deliveries/${delivery!.id}`)).body.event).toBeNull();
  });

  async function age(days: number): Promise<void> {
    const { database } = desk.parley;
    for (const table of ['inbox_events', 'workspace_events'])
      await database.query(`UPDATE ${table} SET created_at = created_at - make_interval(days => $1)`, [days]);
    await database.query('UPDATE webhooks SET cursor_at = cursor_at - make_interval(days => $1)', [days]);
  }
  const rowsOfLog = async (): Promise<number> =>
    (await desk.call('GET', workspace('/events?types=webhook.removed'))).body.events.length as number;
});

describe('a webhook whose creator left', () => {
  it.each([
    ['the workspace', (path: string) => desk.call('DELETE', path)],
    ['the role', (path: string) => desk.call('PATCH', path, { role: 'member' })],
  ])('%s goes on, and says so to the others until one of them updates it', async (_what, leave) => {
    const account = await anAccount(desk.parley);
    const { memberId } = await aMember(desk.parley, desk.workspace, account, { role: 'admin' });
    const { secret } = await aCredential(desk.parley, account);
    const body = { url: desk.receiver.url, events: ['webhook.removed'] };
    const { webhook } = (await desk.parley.call('POST', desk.path, { token: secret, body })).body;
    const hook = { ...webhook, path: `${desk.path}/${webhook.id}` } as TestWebhook;
    expect((await leave(workspace(`/members/${memberId}`))).status).toBe(200);
    expect(await state(hook)).toMatchObject({ state: 'active', needsAttention: ['creator_left'] });
    const mails = await mailed(hook);
    expect(mails.map(({ to }) => to)).toEqual([desk.owner.email]);
    expect(mails[0]!.subject).toBe(`Webhook of a member who left: ${new URL(desk.receiver.url).host}`);
    expect(mails[0]!.text).not.toContain('/hook');
    await appendEvents(desk.parley, desk.workspace.id, someSubjects(1));
    await sendUntil(desk.parley, desk.receiver, 1);
    expect((await desk.call('PATCH', hook.path, {})).body.needsAttention).toEqual([]);
  });
});

describe('a secret and a limit', () => {
  it('a secret that cannot be read pauses it, until it is rotated', async () => {
    const hook = await desk.make();
    await desk.parley.database.query(`UPDATE webhook_secrets SET sealed_secret = 'x' WHERE webhook_id = $1`, [hook.id]);
    await appendEvents(desk.parley, desk.workspace.id, someSubjects(1));
    await drainUntil(desk.parley, async () => (await state(hook)).state === 'paused');
    expect(await state(hook)).toMatchObject({ pauseReason: 'secret_unreadable', needsAttention: ['paused'] });
    expect((await mailed(hook))[0]!.text).toContain('rotate the secret');
    expect((await desk.call('POST', `${hook.path}/test`)).status).toBe(409);
    await desk.call('POST', `${hook.path}/secret/rotate`, {});
    await desk.call('PATCH', hook.path, { state: 'active' });
    await sendUntil(desk.parley, desk.receiver, 1);
  });

  it('429 beyond the tests, redeliveries and resumptions of a minute', async () => {
    const hook = await desk.make();
    for (let n = 0; n < 2; n++) expect((await desk.call('POST', `${hook.path}/test`)).status).toBe(200);
    await desk.call('PATCH', hook.path, { state: 'paused' });
    const replies = [
      await desk.call('POST', `${hook.path}/test`),
      await desk.call('PATCH', hook.path, { state: 'active' }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([429, 429]);
    expect(await state(hook)).toMatchObject({ state: 'paused' });
  });
});
