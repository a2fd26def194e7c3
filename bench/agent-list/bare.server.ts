import { LIST_AGENTS } from '../../src/agents/agents.sql';
import { peer } from '../support/peer';

const { app, pool, listen } = peer();

/** Only the service's own statement: no credential, no checks. */
app.get('/api/v1/workspaces/:workspaceId/agents', async (request, response) => {
  const values = [request.params.workspaceId, null];
  const { rows } = await pool.query<{ agents: string }>({ name: 'list_agents', text: LIST_AGENTS, values });
  response.set('Content-Type', 'application/json; charset=utf-8').send(rows[0]?.agents);
});

listen();
