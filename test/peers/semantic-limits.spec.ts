import { aHelpDesk } from '../factories/help-desk-fixtures';
import { EmbeddingServer } from '../support/embedding-server';
import { type Parley, startParley } from '../support/parley';

/** In no word of the article that means the same. */
const query = 'My login got lost';

const server = new EmbeddingServer();
let parley: Parley;

beforeAll(async () => {
  server.meanings = [/password|login/i];
  const settings = { EMBEDDING_BASE_URL: await server.start(), EMBEDDING_MODEL: 'meanings' };
  parley = await startParley({ settings });
});
afterAll(async () => {
  await parley.stop();
  server.stop();
});

it('an agent with more than 50,000 passages is searched by words alone where the database has no pgvector', async () => {
  const { workspace, agent, admin } = await aHelpDesk(parley);
  const foundAmong = async (passages: number): Promise<string[]> => {
    const sql = 'UPDATE knowledge_statistics SET chunk_count = $2 WHERE agent_id = $1';
    await parley.database.query(sql, [agent.id, passages]);
    const path = `/workspaces/${workspace.id}/agents/${agent.id}/knowledge/search`;
    const { body } = await parley.call('POST', path, { token: admin.secret, body: { query } });
    return (body.results as { title: string }[]).map(({ title }) => title);
  };
  expect((await foundAmong(50_000))[0]).toBe('Passwords');
  expect(await foundAmong(50_001)).toEqual([]);
});
