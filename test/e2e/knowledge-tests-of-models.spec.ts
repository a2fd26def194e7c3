import { KnowledgeTesting } from '../../src/knowledge-tests/knowledge-testing';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { ModelServer } from '../support/model-server';
import { type Parley, startParley } from '../support/parley';

const RIGHT = { id: 'right', kind: 'value', question: 'How long does green tea steep?', accept: [['two minutes']] };

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

  it('compares models by the same judge: what each has right, and where they differ', async () => {
    const asking = [
      { id: 'minutes', question: 'How long is the link to reset my password valid?', accept: [['one hour']] },
      { id: 'elephants', question: 'Do elephants sleep in Antarctica?', expect: 'refused' },
    ];
    const body = { questions: asking, models: ['parley-extractive', 'house-model'] };
    server.says({ sentences: [] });
    const { id } = (await modelled.call('POST', path(), { token: desk.admin.secret, body })).body;
    await modelled.drain();
    const counts = { wrong: 0, missing: 0 };
    expect(await report(id as string)).toMatchObject({
      status: 'completed',
      progress: 1,
      questions: 2,
      counts: { right: 3, missing: 1 },
      models: [
        { model: 'parley-extractive', ...counts, right: 2 },
        { model: 'house-model', ...counts, right: 1, missing: 1 },
      ],
      differences: [
        {
          id: 'minutes',
          verdicts: [
            { model: 'parley-extractive', verdict: 'right' },
            { model: 'house-model', verdict: 'missing' },
          ],
        },
      ],
      findings: [{ id: 'minutes', model: 'house-model', verdict: 'missing' }],
    });
    expect(server.requests.every(({ body: { model } }) => model === 'house-model')).toBe(true);
  });

  it.each([
    ['a model that the agent may not name', { models: ['other-model'] }, 'not_allowed'],
    ['the same model twice', { models: ['house-model', 'house-model'] }, 'invalid'],
    ['more models than a test compares', { models: ['a', 'b', 'c', 'd', 'e'] }, 'invalid'],
    [
      'more answers than a test has',
      {
        models: ['house-model', 'parley-extractive', 'third-model'],
        questions: Array.from({ length: 134 }, (_, at) => ({ ...RIGHT, id: String(at) })),
      },
      'invalid',
    ],
  ])('400 for %s, and begins no test', async (_what, changed, code) => {
    const body = { questions, ...changed };
    const { status, body: refusal } = await modelled.call('POST', path(), { token: desk.admin.secret, body });
    expect([status, refusal.details]).toEqual([400, [expect.objectContaining({ path: '/models', code })]]);
    const begun = 'SELECT id FROM knowledge_tests WHERE workspace_id = $1';
    expect(await modelled.database.query(begun, [desk.workspace.id])).toEqual([]);
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
