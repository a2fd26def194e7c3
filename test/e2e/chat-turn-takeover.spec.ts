import { setTimeout as pause } from 'node:timers/promises';
import { ChatTurnsRepository } from '../../src/chat/chat-turns.repository';
import { newId } from '../../src/common/database/uuid';
import { AnswerModel, type ModelAnswer } from '../../src/models/answer-model.port';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

const ANSWER: ModelAnswer = { kind: 'no_answer', model: 'slow', usage: { inputTokens: 0, outputTokens: 0 } };

/** A question that waits for its answer. */
interface ModelRequest {
  answer(): void;
  fail(): void;
}

/** One turn with two workers: the first was so slow that its lease ended, the second took the turn over. */
describe('a chat turn that was taken over', () => {
  let parley: Parley;
  let desk: HelpDesk;
  let modelRequests: ModelRequest[];
  let first: Promise<Reply>;
  let second: Promise<Reply>;
  let turn: { message: string; requestId: string };

  beforeAll(async () => {
    parley = await startParley();
    desk = await aHelpDesk(parley);
  });
  afterAll(() => parley.stop());
  // Releases all waiting requests, even if a test failed.
  afterEach(async () => {
    for (const { answer } of modelRequests) answer();
    await Promise.allSettled([first, second]);
    jest.restoreAllMocks();
  });

  beforeEach(async () => {
    modelRequests = [];
    jest.spyOn(parley.get<AnswerModel>(AnswerModel as never), 'answer').mockImplementation(
      // A third request is not expected and is answered at once.
      () =>
        modelRequests.length === 2
          ? Promise.resolve(ANSWER)
          : new Promise((resolve, reject) => {
              modelRequests.push({ answer: () => resolve(ANSWER), fail: () => reject(new Error('down')) });
            }),
    );
    turn = { message: 'How do I reset my password?', requestId: `taken-over-${Math.random()}` };
    first = desk.chat(turn);
    await until(() => modelRequests.length === 1);
    await parley.database.query(`UPDATE chat_turns SET lease_ends_at = now() - interval '1 s' WHERE state = 'running'`);
    second = desk.chat(turn);
    await until(() => modelRequests.length === 2);
  });

  const messages = async (): Promise<number> => {
    const rows = await parley.database.query<unknown[]>('SELECT FROM messages WHERE workspace_id = $1', [
      desk.workspace.id,
    ]);
    return rows.length;
  };
  const outcomeOf = ({ status, body }: Reply): [number, unknown] => [status, body.code ?? body.outcome];

  it('stays with the process that renews its lease, and with no other one', async () => {
    const turns = parley.get(ChatTurnsRepository);
    const running = async (): Promise<{ id: string; fence: string; left: number }> => {
      const [row] = await parley.database.query<[{ id: string; fence: string; left: number }]>(
        `SELECT id, fence, extract(epoch FROM lease_ends_at - now())::float8 AS left FROM chat_turns WHERE state = 'running'`,
      );
      return row;
    };
    const { id, fence } = await running();
    await parley.database.query(`UPDATE chat_turns SET lease_ends_at = now() + interval '1 s' WHERE state = 'running'`);
    await turns.renew(desk.workspace.id, { id, fence: String(Number(fence) - 1) });
    expect((await running()).left).toBeLessThan(2);
    await parley.database.query(`UPDATE chat_turns SET lease_ends_at = now() + interval '9 s' WHERE state = 'running'`);
    await turns.renew(desk.workspace.id, { id, fence });
    expect((await running()).left).toBeGreaterThan(10);
  });

  it('tells how long it is held where its process has missed a renewal, and else to come back soon', async () => {
    const waitWith = async (lease: string): Promise<number> => {
      await parley.database.query(
        `UPDATE chat_turns SET lease_ends_at = now() + $1::interval WHERE state = 'running'`,
        [lease],
      );
      const { body, headers } = await desk.chat(turn);
      expect(body.code).toBe('request_in_progress');
      return Number(headers.get('retry-after'));
    };
    expect(await waitWith('60 s')).toBe(1);
    const wait = await waitWith('8 s');
    expect([wait > 1, wait <= 8]).toEqual([true, true]);
  });

  it('is not completed by the first, which leaves nothing behind', async () => {
    const before = await messages();
    modelRequests[0]?.answer();
    expect(outcomeOf(await first)).toEqual([409, 'request_in_progress']);
    expect(await messages()).toBe(before);
    modelRequests[1]?.answer();
    expect(outcomeOf(await second)).toEqual([200, 'no_answer']);
    expect(await messages()).toBe(before + 2);
  });

  it('is not completed by the first after the second', async () => {
    const before = await messages();
    modelRequests[1]?.answer();
    const { text } = await second;
    modelRequests[0]?.answer();
    expect(outcomeOf(await first)).toEqual([409, 'request_in_progress']);
    expect(await messages()).toBe(before + 2);
    expect((await desk.chat(turn)).text).toBe(text);
  });

  it('is not given up by the first', async () => {
    modelRequests[0]?.fail();
    expect(outcomeOf(await first)).toEqual([503, 'model_unavailable']);
    // The second process has it, so no other may take it.
    expect(outcomeOf(await desk.chat(turn))).toEqual([409, 'request_in_progress']);
    modelRequests[1]?.answer();
    const completed = await second;
    expect(outcomeOf(completed)).toEqual([200, 'no_answer']);
    expect((await desk.chat(turn)).text).toBe(completed.text);
  });

  it('is not given up by the first after the second has completed it', async () => {
    modelRequests[1]?.answer();
    const { text } = await second;
    modelRequests[0]?.fail();
    expect(outcomeOf(await first)).toEqual([503, 'model_unavailable']);
    expect((await desk.chat(turn)).text).toBe(text);
  });
});

describe('a chat turn that is complete', () => {
  let parley: Parley;
  beforeAll(async () => {
    parley = await startParley();
  });
  afterAll(() => parley.stop());

  it('stays so, though its worker does not know that it committed', async () => {
    const { chat, workspace, agent, key } = await aHelpDesk(parley);
    const turns = parley.get(ChatTurnsRepository);
    const identity = { workspaceId: workspace.id, agentId: agent.id, callerId: key.id, requestId: 'once' };
    const claim = (await turns.claim(identity, newId(), Buffer.alloc(32), null))!;
    const { body } = await chat({ message: 'How do I reset my password?' });
    const completed = {
      conversationId: body.conversationId as string,
      outcome: 'answered' as const,
      model: 'some',
      inputTokens: 1,
      outputTokens: 1,
    };
    expect(await turns.finish(workspace.id, claim, completed, 'the answer')).toBe(true);

    expect(await turns.finish(workspace.id, claim, completed, 'another answer')).toBe(false);
    await turns.release(workspace.id, claim);

    expect(await turns.findByRequest(identity)).toMatchObject({ response: 'the answer' });
  });
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(5);
}
