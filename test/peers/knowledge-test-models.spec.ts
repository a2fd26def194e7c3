import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { ModelServer } from '../support/model-server';
import { type Parley, startParley } from '../support/parley';

const server = new ModelServer();
const QUESTION = {
  id: 'minutes',
  question: 'How long is the link to reset my password valid?',
  accept: [['one hour']],
};
let parley: Parley;
let desk: HelpDesk;
let path: string;

beforeAll(async () => {
  parley = await startParley({ settings: { MODEL_BASE_URL: await server.start(), MODEL_DEFAULT: 'house-model' } });
  desk = await aHelpDesk(parley);
  path = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/knowledge/tests`;
});
afterAll(async () => {
  await parley.stop();
  server.stop();
});

describe('a test of several models', () => {
  it('compares models by the same judge: what each has right, and where they differ', async () => {
    const asking = [QUESTION, { id: 'elephants', question: 'Do elephants sleep in Antarctica?', expect: 'refused' }];
    const body = { questions: asking, models: ['parley-extractive', 'house-model'] };
    server.says({ sentences: [] });
    const { id } = (await parley.call('POST', path, { token: desk.admin.secret, body })).body;
    await parley.drain();
    const counts = { wrong: 0, missing: 0 };
    expect((await parley.call('GET', `${path}/${id}`, { token: desk.admin.secret })).body).toMatchObject({
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
    ['the same model twice', { models: ['house-model', 'house-model'] }, 'not_unique'],
    ['more models than a test compares', { models: ['a', 'b', 'c', 'd', 'e'] }, 'too_many'],
    [
      'more answers than a test has',
      {
        models: ['house-model', 'parley-extractive', 'third-model'],
        questions: Array.from({ length: 134 }, (_, at) => ({ ...QUESTION, id: String(at) })),
      },
      'invalid',
    ],
  ])('400 for %s, and begins no test', async (_what, changed, code) => {
    const body = { questions: [QUESTION], ...changed };
    const { status, body: refusal } = await parley.call('POST', path, { token: desk.admin.secret, body });
    expect([status, refusal.details]).toEqual([400, [expect.objectContaining({ path: '/models', code })]]);
    const begun = "SELECT id FROM knowledge_tests WHERE workspace_id = $1 AND status <> 'completed'";
    expect(await parley.database.query(begun, [desk.workspace.id])).toEqual([]);
  });
});
