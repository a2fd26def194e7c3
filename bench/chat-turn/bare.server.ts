import express from 'express';
import { rankPassages } from '../../src/retrieval/rank-passages';
import { peer } from '../support/peer';

interface Statement {
  text: string;
  values: readonly unknown[];
}

const { app, pool, listen } = peer();

/** Only the service's own search: no agent, no answer, no writes. */
app.post('/api/v1/workspaces/:workspaceId/agents/:agentId/chat', express.json(), async (request, response) => {
  const { text, values } = await statement(request.params, (request.body as { message: string }).message);
  const { rows } = await pool.query({ name: 'rank', text, values: [...values] });
  response.json(rows.slice(0, 8));
});

listen();

/** The statement that retrieval sends for a question. */
async function statement(agent: { workspaceId: string; agentId: string }, question: string): Promise<Statement> {
  let sent: Statement | undefined;
  const recorder = {
    query: async (text: string, values: readonly unknown[]) => {
      sent = { text, values };
      return { rows: [] };
    },
  };
  await rankPassages(recorder, agent, question, { limit: 8 });
  if (!sent) throw new Error('Retrieval sent no statement');
  return sent;
}
