import { randomUUID } from 'node:crypto';
import { CopilotModel } from '../../src/models/copilot-model.port';
import { anAccount } from '../factories/account';
import { aContact } from '../factories/contact';
import { aConversation } from '../factories/conversation';
import { aCredential } from '../factories/credential';
import { anErasure } from '../factories/erasure';
import { aHelpDesk, type HelpDesk, PASSWORDS_ARTICLE } from '../factories/help-desk-fixtures';
import { aMember } from '../factories/member';
import type { Reply } from '../support/call';
import { tablesWith } from '../support/everything';
import { type Parley, startParley } from '../support/parley';

const QUESTION = 'How do I reset my password?';

let parley: Parley;
let desk: HelpDesk;
let conversation: { id: string };

beforeAll(async () => {
  parley = await startParley();
  desk = await aHelpDesk(parley);
});
afterAll(() => parley.stop());
afterEach(() => {
  jest.restoreAllMocks();
});
beforeEach(async () => {
  conversation = await aConversation(parley, desk.agent, { message: QUESTION });
});

const inbox = (): string => `/workspaces/${desk.workspace.id}/inbox/${conversation.id}`;
const suggest = (body: object, token = desk.admin.secret): Promise<Reply> =>
  parley.call('POST', `${inbox()}/copilot`, { token, body });
const note = (content: string): Promise<Reply> =>
  parley.call('POST', `${inbox()}/notes`, { token: desk.admin.secret, body: { content } });
const newestMessage = async (): Promise<{ id: string; count: number }> => {
  const rows = await parley.database.query<{ id: string }[]>(
    'SELECT id FROM messages WHERE conversation_id = $1 ORDER BY id DESC',
    [conversation.id],
  );
  return { id: rows[0]!.id, count: rows.length };
};

describe('requestInboxCopilotSuggestion with the built-in model', () => {
  it('200 a draft that quotes the sources, and nothing is sent', async () => {
    const before = await newestMessage();
    const { status, body } = await suggest({ action: 'draft' });
    expect(status).toBe(200);
    expect(body).toEqual({
      suggestionId: expect.any(String),
      action: 'draft',
      conversationId: conversation.id,
      text: expect.stringContaining('open Settings and choose Reset password'),
      language: 'en',
      citations: [1, 2].map((index) => ({
        index,
        sourceId: expect.any(String),
        title: 'Passwords',
        heading: 'Passwords',
        url: null,
        quote: expect.any(String),
        start: expect.any(Number),
        end: expect.any(Number),
        score: expect.any(Number),
      })),
      grounded: true,
      sent: false,
      creditsSpent: 0,
      creditsRemaining: null,
      model: 'parley-extractive',
      basedOnMessageId: before.id,
      createdAt: expect.any(String),
    });
    const cited = body.citations as { start: number; end: number; quote: string }[];
    for (const { start, end, quote } of cited) expect(PASSWORDS_ARTICLE.slice(start, end)).toBe(quote);
    expect(cited.map(({ quote }) => quote).join(' ')).toBe(body.text);
    expect(await newestMessage()).toEqual(before);
  });

  it('200 a draft without a fact where the sources say nothing', async () => {
    conversation = await aConversation(parley, desk.agent, { message: 'Do penguins have knees?' });
    expect((await suggest({ action: 'draft' })).body).toMatchObject({
      text: 'Thank you for your message. We are looking into it and will get back to you.',
      language: 'en',
      citations: [],
      grounded: false,
    });
  });

  it('200 an answer to the member’s question, independent of the customer’s question', async () => {
    const { body } = await suggest({ action: 'answer', question: 'What does the Team plan cost?' });
    expect(body).toMatchObject({
      text: expect.stringContaining('29 euros'),
      grounded: true,
      citations: [{ index: 1 }, { index: 2 }],
    });
    expect((await suggest({ action: 'answer', question: 'Do penguins have knees?' })).body).toMatchObject({
      text: 'The agent’s sources do not answer this question.',
      citations: [],
      grounded: false,
    });
  });

  it('200 a summary with the notes; a draft and an answer have nothing of them', async () => {
    await note('To reset your password, call the kumquat line.');
    const summary = (await suggest({ action: 'summarize' })).body;
    expect(summary).toMatchObject({ citations: [], grounded: false, language: null });
    expect(summary.text).toMatch(
      /^Customer: How do I reset my password\?\nAgent: .+\nNote: To reset .+kumquat line\.$/,
    );
    expect(summary.basedOnMessageId).toBe((await newestMessage()).id);
    expect((await suggest({ action: 'draft' })).text).not.toContain('kumquat');
    expect((await suggest({ action: 'answer', question: 'What is the kumquat line?' })).text).not.toContain(
      'kumquat line.',
    );
  });

  it('200 a summary of a long conversation: its beginning and its end', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      await desk.chat({ message: `And number ${turn}?`, conversationId: conversation.id });
    }
    const lines = (await suggest({ action: 'summarize' })).body.text.split('\n') as string[];
    expect(lines).toHaveLength(7);
    expect(lines[0]).toBe(`Customer: ${QUESTION}`);
    expect(lines[1]).toMatch(/^\(\d more\)$/);
    expect(lines.at(-1)).not.toBe('');
  });

  it('200 for a closed conversation', async () => {
    await parley.database.query(`UPDATE conversations SET status = 'closed', closed_at = now() WHERE id = $1`, [
      conversation.id,
    ]);
    expect((await suggest({ action: 'draft' })).status).toBe(200);
  });

  it('reads neither automatic mail, nor what a mail quotes, nor what has not left', async () => {
    const insert = (id: string, content: string, more: string, values: string): Promise<unknown> =>
      parley.database.query(
        `INSERT INTO messages (workspace_id, conversation_id, id, role, channel, content, sent_at${more})
         VALUES ($1, $2, $3, 'customer', 'email', $4, ${values})`,
        [desk.workspace.id, conversation.id, id, content],
      );
    await insert('ffffffff-0000-7000-8000-000000000001', 'I am away: quince', ', automatic', 'now(), true');
    await insert('ffffffff-0000-7000-8000-000000000002', 'Thanks! > medlar', ', quoted_from', 'now(), 7');
    await insert('ffffffff-0000-7000-8000-000000000003', 'Not sent: loquat', '', 'NULL');
    const { text } = (await suggest({ action: 'summarize' })).body as { text: string };
    expect(text).toContain('Customer: Thanks!');
    expect(text).not.toMatch(/quince|medlar|loquat/);
  });

  it('503 for a translation, which costs nothing', async () => {
    await parley.database.query(`UPDATE workspaces SET plan_id = 'free' WHERE id = $1`, [desk.workspace.id]);
    const { status, body, headers } = await suggest({ action: 'translate', text: 'Hello', targetLanguage: 'fr' });
    expect([status, body.code]).toEqual([503, 'model_unavailable']);
    expect(headers.get('retry-after')).not.toBeNull();
    expect(body.error).toMatch(/Set up a model server .* MODEL_BASE_URL/);
    const credits = await parley.call('GET', `/workspaces/${desk.workspace.id}/credits`, { token: desk.admin.secret });
    expect(credits.body).toMatchObject({ spent: 0, held: 0 });
    await parley.database.query(`UPDATE workspaces SET plan_id = 'enterprise' WHERE id = $1`, [desk.workspace.id]);
  });

  it.each([
    [{}, '/action'],
    [{ action: 'send' }, '/action'],
    [{ action: 'answer' }, '/question'],
    [{ action: 'answer', question: ' \n' }, '/question'],
    [{ action: 'draft', question: 'Why?' }, '/question'],
    [{ action: 'translate', targetLanguage: 'fr' }, '/text'],
    [{ action: 'translate', text: 'Hello' }, '/targetLanguage'],
    [{ action: 'translate', text: 'Hello', targetLanguage: 'not a language' }, '/targetLanguage'],
    [{ action: 'translate', text: '🙂'.repeat(25_001), targetLanguage: 'fr' }, '/text'],
    [{ action: 'summarize', text: 'Hello' }, '/text'],
    [{ action: 'draft', instructions: '' }, '/instructions'],
    [{ action: 'draft', requestId: 'with space' }, '/requestId'],
  ])('400 for %j', async (input, path) => {
    const { status, body } = await suggest(input);
    expect([status, (body.details as { path: string }[]).map((detail) => detail.path)]).toEqual([400, [path]]);
  });

  it('404 for a member who does not see the agent', async () => {
    const member = await aMember(parley, desk.workspace, await anAccount(parley), { restrictedAgentIds: [] });
    expect((await suggest({ action: 'draft' }, (await aCredential(parley, member)).secret)).status).toBe(404);
  });

  it('is erased with the person', async () => {
    const externalId = `customer-${randomUUID()}`;
    const contact = await aContact(parley, desk.workspace, desk.admin, { externalId });
    conversation = await aConversation(parley, desk.agent, { message: 'Where is my durian?', user: { externalId } });
    await suggest({ action: 'summarize', requestId: 'once' });
    expect(await tablesWith(parley, 'durian')).toContain('copilot_suggestions');
    await anErasure(parley, desk.workspace, desk.admin, contact.id);
    expect(await tablesWith(parley, 'durian')).toEqual([]);
  });

  it.each([undefined, 'while-erased'])(
    '404 where the person is erased while it is written: requestId %s',
    async (requestId) => {
      const externalId = `customer-${randomUUID()}`;
      const contact = await aContact(parley, desk.workspace, desk.admin, { externalId });
      conversation = await aConversation(parley, desk.agent, {
        message: 'Where is my rambutan?',
        user: { externalId },
      });
      const model = parley.get<CopilotModel>(CopilotModel as never);
      const summarize = model.summarize.bind(model);
      const writing = jest.spyOn(model, 'summarize').mockImplementation(async (...parameters) => {
        const written = await summarize(...parameters);
        await anErasure(parley, desk.workspace, desk.admin, contact.id);
        return written;
      });
      expect((await suggest({ action: 'summarize', requestId })).status).toBe(404);
      expect(writing).toHaveBeenCalledTimes(1);
      expect(await tablesWith(parley, 'rambutan')).toEqual([]);
    },
  );

  it('is kept for 30 days', async () => {
    const age = (interval: string): Promise<unknown> =>
      parley.database.query(
        `UPDATE copilot_suggestions SET created_at = now() - $2::interval WHERE conversation_id = $1`,
        [conversation.id, interval],
      );
    const usage = (): Promise<unknown[]> =>
      parley.database.query('SELECT 1 FROM copilot_suggestions WHERE conversation_id = $1', [conversation.id]);
    await suggest({ action: 'draft' });
    await age('29 days');
    await parley.drain();
    expect(await usage()).toHaveLength(1);
    await age('31 days');
    await parley.drain();
    expect(await usage()).toEqual([]);
  });
});

describe('a requestId', () => {
  it('gives the same bytes again, and reads no newer message', async () => {
    const requestId = randomUUID();
    const first = await suggest({ action: 'draft', requestId });
    await desk.chat({ message: 'Hello?', conversationId: conversation.id });
    const again = await suggest({ requestId, action: 'draft' });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
  });

  it('409 for another request, in another conversation too', async () => {
    const requestId = randomUUID();
    await suggest({ action: 'draft', requestId });
    expect(await suggest({ action: 'summarize', requestId })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused', details: [{ path: '/requestId' }] },
    });
    conversation = await aConversation(parley, desk.agent);
    expect((await suggest({ action: 'draft', requestId })).status).toBe(409);
  });

  it('is one member’s own', async () => {
    const requestId = randomUUID();
    const { body } = await suggest({ action: 'draft', requestId });
    const member = await aMember(parley, desk.workspace, await anAccount(parley));
    const other = await suggest({ action: 'draft', requestId }, (await aCredential(parley, member)).secret);
    expect([other.status, other.body.suggestionId === body.suggestionId]).toEqual([200, false]);
  });

  it('makes one suggestion of several at once', async () => {
    const requestId = randomUUID();
    const replies = await Promise.all(Array.from({ length: 5 }, () => suggest({ action: 'draft', requestId })));
    const made = replies.filter(({ status }) => status === 200).map(({ text }) => text);
    expect(new Set(made).size).toBe(1);
    for (const { status, body } of replies) if (status !== 200) expect(body.code).toBe('request_in_progress');
    const rows = 'SELECT 1 FROM copilot_suggestions WHERE request_id = $1';
    expect(await parley.database.query(rows, [requestId])).toHaveLength(1);
  });

  it('can be used again after a failure', async () => {
    const requestId = randomUUID();
    expect((await suggest({ action: 'translate', text: 'Hello', targetLanguage: 'fr', requestId })).status).toBe(503);
    expect((await suggest({ action: 'draft', requestId })).status).toBe(200);
  });

  it('of a process that died is taken over when its lease ends', async () => {
    const requestId = randomUUID();
    const { body } = await suggest({ action: 'draft', requestId });
    const unfinished = (lease: string): Promise<unknown> =>
      parley.database.query(
        `UPDATE copilot_suggestions SET response = NULL, lease_ends_at = now() + $2::interval WHERE request_id = $1`,
        [requestId, lease],
      );
    await unfinished('1 minute');
    const early = await suggest({ action: 'draft', requestId });
    expect([early.body.code, early.headers.get('retry-after')]).toEqual(['request_in_progress', '1']);
    await unfinished('8 seconds');
    const wait = Number((await suggest({ action: 'draft', requestId })).headers.get('retry-after'));
    expect([wait > 1, wait <= 8]).toEqual([true, true]);
    await unfinished('-1 second');
    const late = await suggest({ action: 'draft', requestId });
    expect([late.status, late.body.suggestionId]).toEqual([200, body.suggestionId]);
  });
});
