import { newId } from '../../src/common/database/uuid';
import { KnowledgeTesting } from '../../src/knowledge-tests/knowledge-testing';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aMember } from '../factories/member';
import { aSource } from '../factories/source';
import { aWorkspace } from '../factories/workspace';
import { ModelServer } from '../support/model-server';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let owner: { id: string; secret: string };
let workspace: { id: string };
let agent: { id: string; workspaceId: string };

/** What a chat turn would write. */
const WRITTEN = ['conversations', 'messages', 'chat_turns', 'knowledge_gaps', 'support_requests', 'contacts'];

const RIGHT = { id: 'right', kind: 'value', question: 'How long does green tea steep?', accept: [['two minutes']] };

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());

beforeEach(async () => {
  owner = await aCredential(parley, await anAccount(parley));
  workspace = await aWorkspace(parley, owner);
  agent = await anAgent(parley, workspace, owner);
  await aSource(parley, agent, owner, {
    name: 'Green tea',
    type: 'text',
    content: 'Green tea steeps for two minutes.\n\nOolong tea steeps for four minutes in a porcelain pot.',
  });
  await aSource(parley, agent, owner, {
    name: 'Returns',
    type: 'text',
    content: 'Return a broken kettle within thirty days of delivery.',
  });
  await parley.drain();
});

const testsOf = ({ id, workspaceId }: typeof agent): string =>
  `/workspaces/${workspaceId}/agents/${id}/knowledge/tests`;
const start = (questions: unknown, token = owner.secret) =>
  parley.call('POST', testsOf(agent), { token, body: { questions } });
const read = async (id: string) => (await parley.call('GET', `${testsOf(agent)}/${id}`, { token: owner.secret })).body;
async function finished(questions: unknown) {
  const { body } = await start(questions);
  await parley.drain();
  return read(body.id as string);
}
const rows = async (table: string): Promise<number> => {
  const [row] = await parley.database.query<{ n: number }[]>(`SELECT count(*)::int AS n FROM ${table}`);
  return row!.n;
};

describe('testKnowledge', () => {
  it('202 with where to follow it, and then what is right, wrong and missing', async () => {
    const { status, headers, body } = await start([
      RIGHT,
      { id: 'by-source', question: 'Can I return a broken kettle?', sources: ['Returns'] },
      { ...RIGHT, id: 'wrong', accept: [['ten minutes']], sources: ['Green tea'] },
      { id: 'missing', question: 'Who painted the Sistine Chapel?', accept: [['michelangelo']] },
      { id: 'refused', question: 'Who painted the Sistine Chapel?', expect: 'refused' },
      { ...RIGHT, id: 'uncited', sources: ['Returns'] },
    ]);
    expect([status, body.status, body.progress, body.questions]).toEqual([202, 'queued', 0, 6]);
    expect(headers.get('location')).toContain(`${testsOf(agent)}/${body.id}`);
    await parley.drain();
    const test = await read(body.id as string);
    expect(test).toMatchObject({ status: 'completed', progress: 1, failure: null, workspaceId: workspace.id });
    expect(test.counts).toEqual({ right: 4, wrong: 1, missing: 1, cited: 3 });
    expect(test.kinds).toEqual([
      { kind: 'value', right: 2, wrong: 1, missing: 0, cited: 1 },
      { kind: null, right: 2, wrong: 0, missing: 1, cited: 2 },
    ]);
    const found = test.findings.map((finding: Record<string, unknown>) => [finding['id'], finding['verdict']]);
    expect(found).toEqual([
      ['wrong', 'wrong'],
      ['missing', 'missing'],
      ['uncited', 'right'],
    ]);
    expect(test.findings[0]).toMatchObject({
      outcome: 'answered',
      content: expect.stringContaining('two minutes'),
      citesExpected: true,
      problem: null,
      citations: expect.arrayContaining([
        expect.objectContaining({ title: 'Green tea', quote: expect.stringContaining('two minutes') }),
      ]),
      sources: ['Green tea'],
    });
    expect(test.findings[1]).toMatchObject({ outcome: 'no_answer', citations: [] });
  });

  it('asks what a question follows on before it', async () => {
    const follow = { id: 'follow', question: 'And oolong tea?', accept: [['four minutes']] };
    const test = await finished([RIGHT, { ...follow, after: 'right' }]);
    expect(test.counts).toMatchObject({ right: 2 });
  });

  it('writes nothing that a customer’s question would, for any status of the agent', async () => {
    const path = `/workspaces/${workspace.id}/agents/${agent.id}`;
    await parley.call('PATCH', path, { token: owner.secret, body: { status: 'inactive' } });
    const before = await Promise.all(WRITTEN.map(rows));
    const counts = (await parley.call('GET', path, { token: owner.secret })).body;
    const missing = { id: 'a', question: 'Who painted the Sistine Chapel?', accept: [['michelangelo']] };
    const test = await finished([RIGHT, missing, { ...missing, id: 'b', after: 'a' }]);
    expect(test.counts).toMatchObject({ right: 1, missing: 2 });
    expect(await Promise.all(WRITTEN.map(rows))).toEqual(before);
    expect((await parley.call('GET', path, { token: owner.secret })).body).toEqual(counts);
  });

  it('an expression that never ends is one question’s problem', async () => {
    // Four ways for each character of the answer: no machine sees their end.
    const long = { id: 'long', question: RIGHT.question, accept: [['/^([^]|[^]|[^]|[^])*(?!)/']] };
    const test = await finished([long, RIGHT, { ...RIGHT, id: 'expression', accept: [['/two minutes?(?! ago)/']] }]);
    expect(test).toMatchObject({ status: 'completed', counts: { right: 2, wrong: 1 } });
    expect(test.findings).toMatchObject([{ id: 'long', problem: expect.stringContaining('takes too long') }]);
  });

  it.each<[string, unknown, string]>([
    ['no questions', [], '/questions'],
    ['too many', Array.from({ length: 201 }, (_, index) => ({ ...RIGHT, id: `${index}` })), '/questions'],
    ['two with one id', [RIGHT, RIGHT], '/questions'],
    ['a follow-up before its question', [{ ...RIGHT, id: 'a', after: 'right' }, RIGHT], '/questions'],
    ['one that follows on itself', [{ ...RIGHT, after: 'right' }], '/questions'],
    [
      'a long conversation',
      Array.from({ length: 7 }, (_, n) => ({ ...RIGHT, id: `${n}`, ...(n && { after: `${n - 1}` }) })),
      '/questions',
    ],
    ['nothing expected', [{ id: 'a', question: 'Tea?' }], '/questions'],
    ['an answer and none', [{ ...RIGHT, expect: 'refused' }], '/questions'],
    ['a blank question', [{ ...RIGHT, question: ' ' }], '/questions/0/question'],
    ['an unknown expectation', [{ ...RIGHT, expect: 'praised' }], '/questions/0/expect'],
    ['texts that are none', [{ ...RIGHT, accept: [[1]] }], '/questions/0/accept'],
    ['an empty alternative', [{ ...RIGHT, accept: [[]] }], '/questions/0/accept'],
    ['a broken expression', [{ ...RIGHT, accept: [['/(/']] }], '/questions/0/accept'],
    ['an unknown field', [{ ...RIGHT, answer: 'x' }], '/questions/0/answer'],
  ])('400 for %s', async (_what, questions, path) => {
    const { status, body } = await start(questions);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'validation_failed', details: [{ path }] });
    expect(await rows(`knowledge_tests WHERE workspace_id = '${workspace.id}'`)).toBe(0);
  });

  it('403 for a member who is no admin, who reads it', async () => {
    const person = await anAccount(parley);
    await aMember(parley, workspace, person, { role: 'member' });
    const { secret } = await aCredential(parley, person);
    expect((await start([RIGHT], secret)).status).toBe(403);
    const { id } = await finished([RIGHT]);
    expect((await parley.call('GET', `${testsOf(agent)}/${id}`, { token: secret })).status).toBe(200);
  });

  it('429 for a fourth that is unfinished, in the whole workspace', async () => {
    const other = await anAgent(parley, workspace, owner);
    await Promise.all(Array.from({ length: 6 }, () => start([RIGHT])));
    const body = { questions: [RIGHT] };
    const refused = await parley.call('POST', testsOf(other), { token: owner.secret, body });
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(await rows(`knowledge_tests WHERE workspace_id = '${workspace.id}'`)).toBe(3);
    await parley.drain();
    expect((await start([RIGHT])).status).toBe(202);
  });

  it('keeps the last 20 of an agent', async () => {
    const first = (await finished([RIGHT])).id as string;
    const others = Array.from({ length: 19 }, () => newId());
    await parley.database.query(
      `INSERT INTO knowledge_tests (workspace_id, agent_id, id, member_id, status, questions, due_at, finished_at)
       SELECT workspace_id, agent_id, other, member_id, 'completed', questions, NULL, finished_at
       FROM knowledge_tests, unnest($2::uuid[]) AS other WHERE id = $1`,
      [first, others],
    );
    await finished([RIGHT]);
    const gone = await parley.call('GET', `${testsOf(agent)}/${first}`, { token: owner.secret });
    expect(gone.status).toBe(404);
    expect((await read(others[0]!)).status).toBe('completed');
  });
});

describe('a test under way', () => {
  const twelve = Array.from({ length: 12 }, (_, index) => ({ ...RIGHT, id: `${index}` }));
  const update = (set: string, id: string) =>
    parley.database.query(`UPDATE knowledge_tests SET ${set} WHERE id = $1`, [id]);

  it('goes on where the process that asked has died, and asks nothing again', async () => {
    const { id } = (await start(twelve)).body;
    const known = JSON.stringify([{ verdict: 'missing', citesExpected: false, problem: null, answer: null }]);
    await update(`status = 'running', results = '${known}', fence = 1, due_at = now() - interval '1 s'`, id as string);
    await parley.drain();
    const test = await read(id as string);
    expect(test).toMatchObject({ status: 'completed', progress: 1, counts: { right: 11, missing: 1 } });
  });

  it('is given up where its questions keep failing, or take too long, and keeps what it has', async () => {
    const [failing, slow] = [(await start(twelve)).body.id as string, (await start(twelve)).body.id as string];
    await update('attempts = 4', failing);
    await update(`status = 'running', started_at = now() - interval '31 minutes'`, slow);
    await parley.drain();
    expect(await read(failing)).toMatchObject({ status: 'failed', failure: { code: 'model_unavailable' } });
    expect(await read(slow)).toMatchObject({ status: 'failed', failure: { code: 'too_slow' }, progress: 0 });
  });

  it('ends with the membership of who started it', async () => {
    const person = await anAccount(parley);
    const { memberId } = await aMember(parley, workspace, person, { role: 'admin' });
    const { id } = (await start([RIGHT], (await aCredential(parley, person)).secret)).body;
    const path = `/workspaces/${workspace.id}/members/${memberId}`;
    await parley.call('DELETE', path, { token: owner.secret });
    await parley.drain();
    expect(await read(id as string)).toMatchObject({ status: 'failed', failure: { code: 'membership_ended' } });
  });
});

describe('a test with a model', () => {
  const server = new ModelServer();
  const questions = [RIGHT, { ...RIGHT, id: 'again' }];
  let desk: HelpDesk;
  let modelled: Parley;

  beforeAll(async () => {
    modelled = await startParley({ settings: { MODEL_BASE_URL: await server.start(), MODEL_DEFAULT: 'house-model' } });
  });
  afterAll(async () => {
    await modelled.stop();
    server.stop();
  });
  beforeEach(async () => {
    server.misbehave = null;
    desk = await aHelpDesk(modelled);
  });

  const path = (): string => `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/knowledge/tests`;
  const begin = async (): Promise<string> =>
    (await modelled.call('POST', path(), { token: desk.admin.secret, body: { questions } })).body.id as string;
  const report = async (id: string) =>
    (await modelled.call('GET', `${path()}/${id}`, { token: desk.admin.secret })).body;
  const dueNow = (id: string) =>
    modelled.database.query('UPDATE knowledge_tests SET due_at = now() WHERE id = $1', [id]);

  it('judges what the model says, and cites no quote that it has made up', async () => {
    server.says({ answer: 'It takes two minutes.', quotes: [{ passage: 1, quote: 'steeps for two minutes' }] });
    const id = await begin();
    await modelled.drain();
    expect(await report(id)).toMatchObject({ status: 'completed', counts: { right: 0, missing: 2 } });
  });

  it('is tried again where the model fails, and given up where it goes on failing', async () => {
    server.reply = () => null;
    const id = await begin();
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect(await report(id)).toMatchObject({ status: attempt === 1 ? 'queued' : 'running', failure: null });
      await modelled.drain();
      await dueNow(id).catch(() => undefined);
    }
    expect(await report(id)).toMatchObject({ status: 'failed', failure: { code: 'model_unavailable' }, progress: 0 });
  });

  it('does not keep a process from ending, and goes on in the next', async () => {
    const ending = new AbortController();
    const quote = 'open Settings and choose Reset password.';
    const reply = { answer: 'It takes two minutes.', quotes: [{ passage: 1, quote }] };
    const id = await begin();
    const before = server.requests.length;
    server.says(reply);
    // Never answers the second question.
    server.misbehave = () => ending.abort();
    await modelled.get(KnowledgeTesting).queue.runOnce(ending.signal);
    expect(server.requests.length).toBe(before + 1);
    expect(await report(id)).toMatchObject({ status: 'running', progress: 0 });
    server.misbehave = null;
    await modelled.drain();
    expect(await report(id)).toMatchObject({ status: 'completed', progress: 1 });
  });
});

describe('listKnowledgeTests', () => {
  const list = async (query: Record<string, string | number> = {}) =>
    (await parley.call('GET', testsOf(agent), { token: owner.secret, query })).body;

  it('200 newest first, with the counts that each test has by itself, in pages', async () => {
    const first = await finished([RIGHT, { ...RIGHT, id: 'wrong', accept: [['ten minutes']] }]);
    const second = (await start([{ ...RIGHT, sources: ['Returns'] }])).body;
    const { tests, nextCursor } = await list();
    expect(nextCursor).toBeNull();
    expect(tests.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
    const { workspaceId: _w, agentId: _a, kinds: _k, differences: _d, findings: _f, ...summary } = first;
    expect(tests[1]).toEqual(summary);
    expect(tests[1].counts).toEqual({ right: 1, wrong: 1, missing: 0, cited: 1 });
    expect(tests[0]).toMatchObject({ status: 'queued', progress: 0, startedAt: null, failure: null });
    const page = await list({ limit: 1 });
    expect((await list({ limit: 1, cursor: page.nextCursor as string })).tests).toEqual([tests[1]]);
    await parley.drain();
    expect((await list()).tests[0].counts).toEqual({ right: 1, wrong: 0, missing: 0, cited: 0 });
  });

  it('200 none of another agent', async () => {
    await start([RIGHT]);
    agent = await anAgent(parley, workspace, owner);
    expect(await list()).toEqual({ tests: [], nextCursor: null });
  });
});
