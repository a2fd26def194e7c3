import { aKey } from './key';
import type { Parley } from '../support/parley';

interface OfAgent {
  id: string;
  workspaceId: string;
}

export interface TestConversation {
  id: string;
  workspaceId: string;
  agentId: string;
}

interface Customer {
  externalId: string;
  name?: string;
  email?: string;
}

/** A conversation that a customer begins by chat with `message`. `user` identifies the customer; without a `key`, it gets a new one. */
export async function aConversation(
  parley: Parley,
  agent: OfAgent,
  {
    message = 'What is the weight of the moon?',
    user,
    key,
  }: { message?: string; user?: Customer | undefined; key?: { secret: string } | undefined } = {},
): Promise<TestConversation> {
  const { workspaceId, id: agentId } = agent;
  const { secret } = key ?? (await aKey(parley, { id: workspaceId }));
  const path = `/workspaces/${workspaceId}/agents/${agentId}/chat`;
  const reply = await parley.call('POST', path, { token: secret, body: { message, ...(user ? { user } : {}) } });
  if (reply.status !== 200) throw new Error(`sendChatTurn answered ${reply.status}: ${reply.text}`);
  return { id: reply.body.conversationId as string, workspaceId, agentId };
}

/** The same, with a customer who asks for a person: it is with the members, and has a live support request. */
export function aHandedOverConversation(
  parley: Parley,
  agent: OfAgent,
  user?: Customer,
  key?: { secret: string },
): Promise<TestConversation> {
  return aConversation(parley, agent, { message: 'I want to talk to a human, please.', user, key });
}

/** Links a conversation to another workspace of the caller's. */
export async function aLink(
  parley: Parley,
  by: { secret: string },
  { id, workspaceId }: Pick<TestConversation, 'id' | 'workspaceId'>,
  destination: { id: string },
): Promise<void> {
  const path = `/workspaces/${workspaceId}/inbox/${id}/links`;
  const reply = await parley.call('POST', path, { token: by.secret, body: { destinationWorkspaceId: destination.id } });
  if (reply.status !== 201) throw new Error(`linkConversation answered ${reply.status}: ${reply.text}`);
}
