import { setTimeout as pause } from 'node:timers/promises';
import { anAgent } from '../factories/agent';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk';
import { AnswerModel, type ModelAnswer } from '../../src/models/answer-model.port';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

const ANSWER: ModelAnswer = { kind: 'no_answer', model: 'slow', usage: { inputTokens: 0, outputTokens: 0 } };

/** A question that waits for its answer. */
interface Asked {
  answer(): void;
  fail(): void;
}

/** One turn with two workers: the first was so slow that its lease ended, the second took the turn over. */
describe('a chat turn that was taken over', () => {
  let parley: Parley;
  let desk: HelpDesk;
  let asked: Asked[];
  let first: Promise<Reply>;
  let second: Promise<Reply>;
  let turn: { message: string; requestId: string };

  beforeAll(async () => {
    parley = await startParley();
    desk = await aHelpDesk(parley);
  });
  afterAll(() => parley.stop());
  afterEach(() => jest.restoreAllMocks());

  beforeEach(async () => {
    asked = [];
    jest.spyOn(parley.get<AnswerModel>(AnswerModel as never), 'answer').mockImplementation(
      () =>
        new Promise((resolve, reject) => {
          asked.push({ answer: () => resolve(ANSWER), fail: () => reject(new Error('down')) });
        }),
    );
    turn = { message: 'How do I reset my password?', requestId: `taken-over-${Math.random()}` };
    first = desk.chat(turn);
    await until(() => asked.length === 1);
    await parley.database.query(`UPDATE chat_turns SET lease_ends_at = now() - interval '1 s' WHERE state = 'running'`);
    second = desk.chat(turn);
    await until(() => asked.length === 2);
  });

  const messages = async (): Promise<number> => {
    const rows = await parley.database.query<unknown[]>('SELECT FROM messages WHERE workspace_id = $1', [
      desk.workspace.id,
    ]);
    return rows.length;
  };
  const outcomeOf = ({ status, body }: Reply): [number, unknown] => [status, body.code ?? body.outcome];

  it('is not completed by the first, which leaves nothing behind', async () => {
    const before = await messages();
    asked[0]?.answer();
    expect(outcomeOf(await first)).toEqual([409, 'request_in_progress']);
    expect(await messages()).toBe(before);
    asked[1]?.answer();
    expect(outcomeOf(await second)).toEqual([200, 'no_answer']);
    expect(await messages()).toBe(before + 2);
  });

  it('is not completed by the first after the second', async () => {
    const before = await messages();
    asked[1]?.answer();
    const { text } = await second;
    asked[0]?.answer();
    expect(outcomeOf(await first)).toEqual([409, 'request_in_progress']);
    expect(await messages()).toBe(before + 2);
    expect((await desk.chat(turn)).text).toBe(text);
  });

  it('is not given up by the first', async () => {
    asked[0]?.fail();
    expect(outcomeOf(await first)).toEqual([503, 'model_unavailable']);
    // Nobody else may have it: it is with the second.
    expect(outcomeOf(await desk.chat(turn))).toEqual([409, 'request_in_progress']);
    asked[1]?.answer();
    const completed = await second;
    expect(outcomeOf(completed)).toEqual([200, 'no_answer']);
    expect((await desk.chat(turn)).text).toBe(completed.text);
  });

  it('is not given up by the first after the second has completed it', async () => {
    asked[1]?.answer();
    const { text } = await second;
    asked[0]?.fail();
    expect(outcomeOf(await first)).toEqual([503, 'model_unavailable']);
    expect((await desk.chat(turn)).text).toBe(text);
  });
});

describe('a conversation', () => {
  let parley: Parley;
  beforeAll(async () => {
    parley = await startParley();
  });
  afterAll(() => parley.stop());

  it('is remembered by its own agent alone, though another one of the workspace is asked', async () => {
    const desk = await aHelpDesk(parley);
    const { body: theirs } = await desk.chat({ message: 'How do I reset my password?' });
    const { conversationId } = theirs;
    const other = await anAgent(parley, desk.workspace, desk.admin);
    const before = await parley.database.query('SELECT id FROM messages ORDER BY id');

    const reply = await parley.call('POST', `/workspaces/${desk.workspace.id}/agents/${other.id}/chat`, {
      token: desk.key.secret,
      body: { message: 'And what did I ask before?', conversationId },
    });

    expect([reply.status, reply.body.code, reply.body.details?.[0]?.path]).toEqual([
      400,
      'association_invalid',
      '/conversationId',
    ]);
    expect(await parley.database.query('SELECT id FROM messages ORDER BY id')).toEqual(before);
    expect((await desk.chat({ message: 'How can I pay?', conversationId })).status).toBe(200);
  });
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(5);
}
