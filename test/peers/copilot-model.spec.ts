import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { ModelServer as ServerClient } from '../../src/models/openai-compatible/model-server';
import { RequestForm } from '../../src/models/openai-compatible/request-form';
import { ServerCircuit } from '../../src/models/openai-compatible/server-circuit';
import { anAccount } from '../factories/account';
import { aContact } from '../factories/contact';
import { aConversation } from '../factories/conversation';
import { aCredential } from '../factories/credential';
import { anErasure } from '../factories/erasure';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aMember } from '../factories/member';
import type { Reply } from '../support/call';
import { ModelServer } from '../support/model-server';
import { type Parley, startParley } from '../support/parley';

/** What the plan free has each month. */
const LIMIT = 100;

const server = new ModelServer();
let parley: Parley;
let desk: HelpDesk;
let conversation: { id: string };

beforeAll(async () => {
  const MODEL_BASE_URL = await server.start();
  parley = await startParley({
    settings: { MODEL_BASE_URL, MODEL_API_KEY: 'sk-test-0815', MODEL_DEFAULT: 'house-model' },
  });
  desk = await aHelpDesk(parley, { systemPrompt: 'Be brief.', temperature: 0.3 });
  await parley.database.query(`UPDATE workspaces SET plan_id = 'free' WHERE id = $1`, [desk.workspace.id]);
});
afterAll(async () => {
  await parley.stop();
  server.stop();
});
beforeEach(async () => {
  server.misbehave = null;
  // For the turn that begins the conversation.
  server.says({ sentences: [] });
  conversation = await aConversation(parley, desk.agent, { message: 'How do I reset my password?' });
  await parley.database.query('DELETE FROM credit_months WHERE workspace_id = $1', [desk.workspace.id]);
  server.requests.length = 0;
});

const suggest = (body: object, token = desk.admin.secret): Promise<Reply> =>
  parley.call('POST', `/workspaces/${desk.workspace.id}/inbox/${conversation.id}/copilot`, { token, body });
const translate = (text: string, more: object = {}): Promise<Reply> =>
  suggest({ action: 'translate', text, targetLanguage: 'fr', ...more });
const balance = async (): Promise<object> =>
  (await parley.call('GET', `/workspaces/${desk.workspace.id}/credits`, { token: desk.admin.secret })).body as object;
const suggestions = async (): Promise<number> =>
  (await parley.database.query<unknown[]>('SELECT 1 FROM copilot_suggestions')).length;

describe('a translation', () => {
  it.each([
    ['a', 1],
    ['🙂'.repeat(1_000), 1],
    ['🙂'.repeat(1_001), 2],
  ])('costs a credit for each 1000 characters begun', async (text, cost) => {
    server.says({ text: 'Bonjour', language: 'fr' });
    const { status, body } = await translate(text);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      action: 'translate',
      text: 'Bonjour',
      language: 'fr',
      citations: [],
      grounded: false,
      sent: false,
      creditsSpent: cost,
      creditsRemaining: LIMIT - cost,
      model: 'house-model',
      basedOnMessageId: null,
    });
    expect(JSON.parse(server.requests.at(-1)?.body.messages.at(-1)?.content ?? '')).toEqual({
      text,
      targetLanguage: 'fr',
    });
    expect(await balance()).toMatchObject({ spent: cost, held: 0 });
  });

  it('is written by a server’s model where the agent has the built-in one', async () => {
    const agent = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}`;
    const use = (model: string): Promise<Reply> =>
      parley.call('PATCH', agent, { token: desk.admin.secret, body: { model } });
    await use('parley-extractive');
    server.says({ text: 'Bonjour' });
    expect((await translate('Hello')).body).toMatchObject({ text: 'Bonjour', model: 'house-model' });
    expect((await suggest({ action: 'summarize' })).body.model).toBe('parley-extractive');
    await use('house-model');
  });

  it('keeps the links of the text and no other', async () => {
    server.says({ text: 'Voir https://shop.example/aide et https://evil.example/x' });
    expect((await translate('See https://shop.example/aide')).body.text).toBe(
      'Voir https://shop.example/aide et https[:]//evil[.]example/x',
    );
  });

  it('403 without credits, before any model is asked', async () => {
    await parley.database.query(
      `INSERT INTO credit_months (workspace_id, month, spent)
       VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC'), 99)`,
      [desk.workspace.id],
    );
    const { status, body } = await translate('x'.repeat(1_001));
    expect([status, body.code]).toEqual([403, 'credits_exhausted']);
    expect(body.details).toMatchObject([{ needed: 2, remaining: 1 }]);
    expect(server.requests).toEqual([]);
    server.says({ text: 'Bonjour' });
    expect((await translate('x')).body).toMatchObject({ creditsSpent: 1, creditsRemaining: 0 });
  });

  it('is paid for exactly, however many are asked for at once', async () => {
    await parley.database.query(
      `INSERT INTO credit_months (workspace_id, month, spent)
       VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC'), 90)`,
      [desk.workspace.id],
    );
    let failing = 0;
    server.reply = () => ((failing += 1) % 3 === 0 ? null : JSON.stringify({ text: 'Bonjour' }));
    const replies = await Promise.all(Array.from({ length: 9 }, () => translate('x'.repeat(2_500))));
    const paid = replies.filter(({ status }) => status === 200);
    expect(paid.length).toBeLessThanOrEqual(3);
    for (const { status } of replies) expect([200, 403, 503]).toContain(status);
    expect(await balance()).toMatchObject({ spent: 90 + 3 * paid.length, held: 0 });
  });

  it('that is asked for again with its requestId spends nothing more', async () => {
    server.says({ text: 'Bonjour' });
    const requestId = randomUUID();
    const replies = [await translate('Hello', { requestId }), await translate('Hello', { requestId })];
    expect(replies[1]?.text).toBe(replies[0]?.text);
    expect(server.requests).toHaveLength(1);
    expect(await balance()).toMatchObject({ spent: 1, held: 0 });
  });
});

describe('a model server that fails', () => {
  const says = (content: unknown) => (_asked: unknown, response: ServerResponse) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ id: 'c', object: 'chat.completion', choices: [{ index: 0, message: { content } }] }));

  it.each<[string, ModelServer['misbehave']]>([
    ['answers 500', (_asked, response) => void response.writeHead(500).end()],
    ['hangs up', (_asked, response) => void response.destroy()],
    ['says nothing', says('')],
    ['says no JSON', says('Bonjour')],
    ['says an empty object', says('{}')],
    ['says an empty text', says('{"text": " \\n", "sentences": []}')],
    ['says something else', says('{"text": 1, "sentences": "x"}')],
    ['says too much', says(JSON.stringify({ text: 'x'.repeat(100_000) }))],
  ])('costs nothing and says so: it %s', async (_what, misbehave) => {
    server.misbehave = misbehave;
    const before = await suggestions();
    for (const input of [
      { action: 'translate', text: 'Hello', targetLanguage: 'fr' },
      { action: 'draft' },
      { action: 'summarize' },
    ]) {
      const { status, body } = await suggest({ ...input, requestId: randomUUID() });
      expect([input.action, status, body.code]).toEqual([input.action, 503, 'model_unavailable']);
    }
    expect(await balance()).toMatchObject({ spent: 0, held: 0 });
    expect(await suggestions()).toBe(before);
  });

  it('is waited for no longer than it is given time', async () => {
    server.misbehave = () => {};
    const patience = { firstByteMs: 60_000, silenceMs: 60_000 };
    const circuit = new ServerCircuit(0);
    const form = new RequestForm();
    const formOf = (): RequestForm => form;
    const client = new ServerClient(parley.settings.values.MODEL_BASE_URL!, null, { patience, circuit, formOf });
    const completion = { model: 'house-model', temperature: 0, mostOutputTokens: 10, messages: [] };
    const asking = client.ask(completion, (content) => content, AbortSignal.timeout(100));
    await expect(asking).rejects.toMatchObject({ facts: { failure: 'timed_out' } });
  });
});

describe('while the model writes', () => {
  /** Asks, does something before the model answers, and gives the reply. */
  async function meanwhile(work: () => Promise<unknown>, token?: string): Promise<Reply> {
    let answer = (): void => {};
    const requestArrived = new Promise<void>((resolve) => {
      server.misbehave = (_asked, response) => {
        const content = JSON.stringify({ text: 'Bonjour' });
        answer = () =>
          void response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify({ id: 'c', object: 'chat.completion', choices: [{ index: 0, message: { content } }] }));
        resolve();
      };
    });
    const replying = suggest({ action: 'translate', text: 'Hello', targetLanguage: 'fr' }, token);
    await requestArrived;
    await work();
    answer();
    return replying;
  }

  it('the credits are held, and spent once it has written', async () => {
    let between: object = {};
    const { status } = await meanwhile(async () => (between = await balance()));
    expect([status, between]).toMatchObject([200, { spent: 0, held: 1, remaining: LIMIT - 1 }]);
    expect(await balance()).toMatchObject({ spent: 1, held: 0 });
  });

  it('a member who is removed gets nothing, and nothing is spent', async () => {
    const member = await aMember(parley, desk.workspace, await anAccount(parley));
    const { secret } = await aCredential(parley, member);
    const reply = await meanwhile(
      () =>
        parley.call('DELETE', `/workspaces/${desk.workspace.id}/members/${member.memberId}`, {
          token: desk.admin.secret,
        }),
      secret,
    );
    expect(reply.status).toBe(404);
    expect(reply.text).not.toContain('Bonjour');
    expect(await balance()).toMatchObject({ spent: 0, held: 0 });
  });

  it('a conversation that is erased leaves nothing, and nothing is spent', async () => {
    const externalId = `customer-${randomUUID()}`;
    const contact = await aContact(parley, desk.workspace, desk.admin, { externalId });
    server.says({ sentences: [] });
    conversation = await aConversation(parley, desk.agent, { user: { externalId } });
    const before = await suggestions();
    const reply = await meanwhile(() => anErasure(parley, desk.workspace, desk.admin, contact.id));
    expect(reply.status).toBe(404);
    expect([await balance(), await suggestions()]).toMatchObject([{ spent: 0, held: 0 }, before]);
  });

  it('a hold that ends spends nothing', async () => {
    const reply = await meanwhile(() =>
      parley.database.query(`UPDATE credit_holds SET lease_ends_at = now() - interval '1 s'`),
    );
    expect([reply.status, reply.body.code]).toEqual([503, 'model_unavailable']);
    expect(await balance()).toMatchObject({ spent: 0, held: 0 });
  });
});
