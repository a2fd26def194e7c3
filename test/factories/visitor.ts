import { newId } from '../../src/common/database/uuid';
import type { Surface } from '../../src/common/request/principal';
import { VisitorTicketsService } from '../../src/visitor/sites/visitor-tickets.service';
import { VisitorSessionsService } from '../../src/visitor/sessions/visitor-sessions.service';
import { hashSecret } from '../../src/common/secrets/token';
import type { Parley } from '../support/parley';
import type { TestConversation } from './conversation';

export interface TestVisitor {
  token: string;
  sessionId: string;
}

/** A session begun by a document of the service, as the widget begins one. */
export async function aVisitor(
  parley: Parley,
  agent: { id: string },
  { surface = 'widget', site = null, userJwt }: { surface?: Surface; site?: string | null; userJwt?: string } = {},
): Promise<TestVisitor> {
  const ticket = parley.get(VisitorTicketsService).issue({ agentId: agent.id, surface, site });
  const reply = await parley.call('POST', `/visitor/agents/${agent.id}/sessions`, {
    body: { ticket, ...(userJwt !== undefined && { userJwt }) },
  });
  if (reply.status !== 201) throw new Error(`createVisitorSession answered ${reply.status}: ${reply.text}`);
  return { token: reply.body.token as string, sessionId: reply.body.session.id as string };
}

/** The one visitor who has a conversation, however it came about. */
export async function theVisitorOf(parley: Parley, conversation: TestConversation): Promise<string> {
  const { workspaceId, agentId, id } = conversation;
  const { session, token } = parley.get(VisitorSessionsService).begin({
    sessionId: newId(),
    workspaceId,
    agentId,
    surface: 'widget',
    site: null,
    locale: null,
    identity: null,
    verifiedUntil: null,
    createdAt: new Date(),
  });
  await parley.database.query(
    `INSERT INTO visitor_sessions (workspace_id, id, agent_id, secret_hash, created_at) VALUES ($1, $2, $3, $4, $5)`,
    [workspaceId, session.sessionId, agentId, hashSecret(token), session.createdAt],
  );
  await parley.database.query(
    // None where it was erased.
    `INSERT INTO visitor_conversations (workspace_id, conversation_id, agent_id, session_id, surface, verified)
     SELECT workspace_id, id, $3, $4, 'widget', false FROM conversations WHERE workspace_id = $1 AND id = $2
     ON CONFLICT (workspace_id, conversation_id) DO UPDATE SET session_id = excluded.session_id`,
    [workspaceId, id, agentId, session.sessionId],
  );
  return token;
}
