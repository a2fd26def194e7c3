import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import type { Reply } from '../support/call';
import { ModelServer } from '../support/model-server';
import { type Parley, startParley } from '../support/parley';

const server = new ModelServer();
let modelUrl: string;
beforeAll(async () => {
  modelUrl = await server.start();
});
afterAll(() => server.stop());

describe('the model of an agent', () => {
  let parley: Parley;
  let desk: HelpDesk;
  let agents: string;
  beforeAll(async () => {
    const settings = {
      MODEL_BASE_URL: modelUrl,
      MODEL_DEFAULT: 'house-model',
      MODELS_ALLOWED: 'large-model, small-model',
    };
    parley = await startParley({ settings });
    desk = await aHelpDesk(parley);
    agents = `/workspaces/${desk.workspace.id}/agents`;
  });
  afterAll(() => parley.stop());

  const create = (model: unknown): Promise<Reply> =>
    parley.call('POST', agents, { token: desk.admin.secret, body: { name: 'Other', model } });
  const update = (body: object): Promise<Reply> =>
    parley.call('PATCH', `${agents}/${desk.agent.id}`, { token: desk.admin.secret, body });
  const ALLOWED = ['house-model', 'parley-extractive', 'large-model', 'small-model'];

  it.each(ALLOWED)('may be %s', async (model) => {
    expect((await create(model)).body.model).toBe(model);
    expect((await update({ model })).body.model).toBe(model);
  });

  it.each(['gpt-expensive', 'HOUSE-MODEL', 'house-model ', 'house-model,large-model'])('400 for %j', async (model) => {
    for (const { status, body } of [await create(model), await update({ model })]) {
      expect([status, body.code]).toEqual([400, 'validation_failed']);
      expect(body.details).toMatchObject([{ path: '/model', code: 'not_allowed', allowed: ALLOWED }]);
      expect(body.details[0].message).toContain('large-model');
    }
  });

  it('is in the document', async () => {
    const { body } = await parley.call('GET', '/docs/openapi.json');
    for (const name of ['CreateAgentInput', 'UpdateAgentInput']) {
      expect(JSON.stringify(body.components.schemas)).toContain(ALLOWED.join(', '));
      expect(name).toBeTruthy();
    }
  });

  it('stays where it is no longer allowed, and the default model answers', async () => {
    await parley.database.query('UPDATE agents SET model = $2 WHERE id = $1', [desk.agent.id, 'retired-model']);
    server.says({ sentences: [] });
    const { body } = await desk.chat({ message: 'How do I reset my password?' });
    expect(body.model).toBe('house-model');
    expect(server.requests.at(-1)?.body.model).toBe('house-model');
    const changed = await update({ model: 'retired-model', temperature: 0.5 });
    expect([changed.status, changed.body.model]).toEqual([200, 'retired-model']);
    expect((await create('retired-model')).status).toBe(400);
  });
});
