import type { ServerResponse } from 'node:http';
import { aConversation } from '../factories/conversation';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import type { Reply } from '../support/call';
import { beginStream, frameOf, ModelServer } from '../support/model-server';
import { type Parley, startParley } from '../support/parley';

const MESSAGE = 'How much does the Team plan cost?';
const USAGE = { prompt_tokens: 120, completion_tokens: 20 };

const server = new ModelServer();
let parley: Parley;
let desk: HelpDesk;

beforeAll(async () => {
  parley = await startParley({ settings: { MODEL_BASE_URL: await server.start(), MODEL_DEFAULT: 'house-model' } });
});
afterAll(async () => {
  await parley.stop();
  server.stop();
});
beforeEach(async () => {
  server.misbehave = null;
  server.usage = USAGE;
  server.requests.length = 0;
  server.says({ sentences: [] });
  desk = await aHelpDesk(parley);
});

const ask = (
  method: string,
  below: string,
  more: { body?: object; query?: Record<string, number> } = {},
): Promise<Reply> =>
  parley.call(method, `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/${below}`, {
    token: desk.admin.secret,
    ...more,
  });
const budget = (body: object): Promise<Reply> => ask('PATCH', 'token-budget', { body });
const balance = async (): Promise<Reply['body']> => (await ask('GET', 'token-budget')).body;
const usage = async (query?: Record<string, number>): Promise<Reply['body'][]> =>
  (await ask('GET', 'token-usage', { query })).body.usage;
const chat = async (): Promise<Reply['body']> => (await desk.chat({ message: MESSAGE })).body;
const today = (): string => new Date().toISOString().slice(0, 10);

/** Turns whose server does not answer before it is let. */
function held(): { waiting: ServerResponse[]; answer: () => void } {
  const waiting: ServerResponse[] = [];
  server.misbehave = (_asked, response) => void waiting.push(response);
  const answer = (): void => {
    for (const response of waiting) {
      beginStream(response);
      response.end(`${frameOf('{"sentences": []}')}data: ${JSON.stringify({ choices: [], usage: USAGE })}\n\n`);
    }
  };
  return { waiting, answer };
}

describe('listAgentTokenUsage', () => {
  it('200 with what each model has cost on each day; the built-in one costs nothing', async () => {
    await chat();
    await chat();
    expect(await usage()).toEqual([
      { day: today(), model: 'house-model', requests: 2, inputTokens: 240, outputTokens: 40 },
    ]);
    const agent = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}`;
    await parley.call('PATCH', agent, { token: desk.admin.secret, body: { model: 'parley-extractive' } });
    expect((await chat()).model).toBe('parley-extractive');
    expect(await usage()).toMatchObject([{ requests: 2 }]);
  });

  it('has the days that are asked for, newest first', async () => {
    await chat();
    await parley.database.query(
      `INSERT INTO agent_token_days SELECT workspace_id, agent_id, day - 40, model, 1, 2, 3 FROM agent_token_days
       WHERE workspace_id = $1`,
      [desk.workspace.id],
    );
    expect(await usage()).toHaveLength(1);
    expect((await usage({ days: 40 })).map(({ requests }) => requests)).toEqual([1]);
    expect((await usage({ days: 41 })).map(({ inputTokens }) => inputTokens)).toEqual([120, 2]);
    expect((await ask('GET', 'token-usage', { query: { days: 367 } })).status).toBe(400);
  });

  it('counts what a server begins and does not end, by estimate, and nothing of one that never begins', async () => {
    server.misbehave = (_asked, response) => response.destroy();
    expect((await chat()).fallback.reason).toBe('unreachable');
    expect(await usage()).toEqual([]);
    server.misbehave = (_asked, response) => {
      beginStream(response);
      response.end(frameOf(`{"sentences": [${' '.repeat(400)}`));
    };
    expect((await chat()).fallback.reason).toBe('unreadable');
    const [spent] = await usage();
    expect(spent.inputTokens).toBeGreaterThan(100);
    expect([spent.requests, spent.outputTokens]).toEqual([1, 104]);
    expect((await balance()).held).toBe(0);
  });
});

describe('updateAgentTokenBudget', () => {
  it('200 with what was spent; only what is sent changes', async () => {
    expect(await balance()).toEqual({
      tokensPerDay: null,
      tokensPerMonth: null,
      usedToday: 0,
      usedThisMonth: 0,
      held: 0,
    });
    await budget({ tokensPerDay: 5_000 });
    await chat();
    const { status, body } = await budget({ tokensPerMonth: 50_000 });
    expect([status, body]).toEqual([
      200,
      { tokensPerDay: 5_000, tokensPerMonth: 50_000, usedToday: 140, usedThisMonth: 140, held: 0 },
    ]);
    expect((await budget({ tokensPerDay: null })).body.tokensPerDay).toBeNull();
    for (const wrong of [{ tokensPerDay: -1 }, { tokensPerMonth: 0.5 }, { tokensPerDay: '5' }]) {
      expect((await budget(wrong)).status).toBe(400);
    }
  });

  it.each([{ tokensPerDay: 0 }, { tokensPerMonth: 0 }])(
    '%j: the built-in model answers, and says why',
    async (limit) => {
      await budget(limit);
      expect(await chat()).toMatchObject({
        outcome: 'answered',
        model: 'parley-extractive',
        fallback: { from: 'house-model', reason: 'budget_spent' },
      });
      expect(server.requests).toEqual([]);
    },
  );

  it('holds for all answers that are written at once, and not for those of a process that died', async () => {
    await budget({ tokensPerDay: 1_000_000 });
    const first = held();
    const one = chat();
    await until(() => first.waiting.length === 1);
    const expected = (await balance()).held;
    expect(expected).toBeGreaterThan(1_000);
    // These are abandoned.
    await parley.database.query(
      `INSERT INTO agent_token_holds SELECT workspace_id, agent_id, gen_random_uuid(), 900000, now() - interval '1 s'
       FROM agent_token_holds WHERE workspace_id = $1`,
      [desk.workspace.id],
    );
    expect((await balance()).held).toBe(expected);
    first.answer();
    await one;
    expect(await balance()).toMatchObject({ held: 0, usedToday: 140 });

    await budget({ tokensPerDay: 140 + 3 * expected });
    server.requests.length = 0;
    const more = held();
    const turns = Array.from({ length: 8 }, () => chat());
    const refused = new Set<number>();
    turns.forEach((turn, at) => void turn.then(({ fallback }) => fallback && refused.add(at)));
    await until(() => more.waiting.length + refused.size === 8);
    expect(server.requests).toHaveLength(3);
    more.answer();
    const reasons = (await Promise.all(turns)).map(({ fallback }) => fallback?.reason ?? null);
    expect(reasons.filter((reason) => reason === 'budget_spent')).toHaveLength(5);
    expect(await balance()).toMatchObject({ held: 0, usedToday: 4 * 140 });
  });
});

describe('a hold that is lost', () => {
  it('does not keep what was spent from being counted', async () => {
    await budget({ tokensPerDay: 1_000_000 });
    const { waiting, answer } = held();
    const turn = chat();
    await until(() => waiting.length === 1);
    await parley.database.query('DELETE FROM agent_token_holds WHERE workspace_id = $1', [desk.workspace.id]);
    answer();
    expect((await turn).fallback).toBeNull();
    expect(await balance()).toMatchObject({ held: 0, usedToday: 140 });
  });
});

describe('suggestions of the copilot', () => {
  let conversation: { id: string };
  beforeEach(async () => {
    conversation = await aConversation(parley, desk.agent, { message: MESSAGE });
    server.requests.length = 0;
    await parley.database.query('DELETE FROM agent_token_days WHERE workspace_id = $1', [desk.workspace.id]);
    server.says({ text: 'Bonjour', language: 'fr', sentences: [{ text: 'Thank you.', quotes: [] }] });
  });
  const suggest = (body: object): Promise<Reply> =>
    parley.call('POST', `/workspaces/${desk.workspace.id}/inbox/${conversation.id}/copilot`, {
      token: desk.admin.secret,
      body,
    });
  const ACTIONS = [
    { action: 'draft' },
    { action: 'summarize' },
    { action: 'answer', question: MESSAGE },
    { action: 'translate', text: 'Hello', targetLanguage: 'fr' },
  ];

  it('are spent by their agent, as its answers are', async () => {
    for (const body of ACTIONS) expect((await suggest(body)).body.model).toBe('house-model');
    expect(await usage()).toEqual([
      { day: today(), model: 'house-model', requests: 4, inputTokens: 480, outputTokens: 80 },
    ]);
    expect(await balance()).toMatchObject({ usedToday: 560, held: 0 });
  });

  it('are held for, and count where the server breaks off; one that never begins costs nothing', async () => {
    await budget({ tokensPerDay: 1_000_000 });
    const { waiting } = held();
    const asking = suggest({ action: 'summarize' });
    await until(() => waiting.length === 1);
    expect((await balance()).held).toBeGreaterThan(2_000);
    beginStream(waiting[0]!);
    waiting[0]!.end(frameOf(`{"text": "${'x'.repeat(400)}`));
    expect((await asking).status).toBe(503);
    const { held: left, usedToday } = await balance();
    expect([left, usedToday > 102]).toEqual([0, true]);
    server.misbehave = (_asked, response) => response.destroy();
    expect((await suggest({ action: 'summarize' })).status).toBe(503);
    expect(await balance()).toMatchObject({ held: 0, usedToday });
  });

  it('are written by the built-in model once the budget is spent; a translation is refused, and costs no credit', async () => {
    await budget({ tokensPerMonth: 0 });
    const replies = await Promise.all(ACTIONS.map((body) => suggest(body)));
    expect(replies.map(({ status, body }) => [status, body.model ?? body.code])).toEqual([
      [200, 'parley-extractive'],
      [200, 'parley-extractive'],
      [200, 'parley-extractive'],
      [503, 'model_unavailable'],
    ]);
    expect([server.requests, await usage()]).toEqual([[], []]);
    const credits = await parley.call('GET', `/workspaces/${desk.workspace.id}/credits`, { token: desk.admin.secret });
    expect(credits.body).toMatchObject({ spent: 0, held: 0 });
  });
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}
