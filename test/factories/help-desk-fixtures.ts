import type { AgentDto } from '../../src/agents/agent.dto';
import type { Parley } from '../support/parley';
import { anAccount } from './account';
import { anAgent } from './agent';
import { aCredential } from './credential';
import { aKey } from './key';
import { aSource } from './source';
import { aWorkspace } from './workspace';

export const PASSWORDS_ARTICLE = `Passwords

To reset your password, open Settings and choose Reset password. We send you a mail with a link that is valid for one hour.
A password needs at least twelve characters. Old passwords cannot be used again.`;

export const BILLING_ARTICLE = `Billing

Invoices are issued on the first day of each month and sent as a PDF by mail. You can pay by credit card or bank transfer.
The Team plan costs 29 euros for each member and month. Refunds are paid within fourteen days of your request.`;

export interface HelpDesk {
  owner: { id: string; email: string; password: string };
  admin: { id: string; secret: string };
  workspace: { id: string };
  agent: AgentDto;
  key: { id: string; secret: string };
  chat(body: object | string, headers?: Record<string, string>): ReturnType<Parley['call']>;
}

/** A workspace with an active agent that knows two articles, and a key to chat with it. */
export async function aHelpDesk(parley: Parley, agentSettings: object = {}): Promise<HelpDesk> {
  const owner = await anAccount(parley);
  const admin = await aCredential(parley, owner);
  const workspace = await aWorkspace(parley, admin);
  const agent = await anAgent(parley, workspace, admin, agentSettings);
  await aSource(parley, agent, admin, { type: 'text', name: 'Passwords', content: PASSWORDS_ARTICLE });
  await aSource(parley, agent, admin, { type: 'text', name: 'Billing', content: BILLING_ARTICLE });
  await parley.drain();
  const key = await aKey(parley, workspace);
  const chat = (body: object | string, headers: Record<string, string> = {}): ReturnType<Parley['call']> =>
    parley.call('POST', `/workspaces/${workspace.id}/agents/${agent.id}/chat`, { token: key.secret, body, headers });
  return { owner, admin, workspace, agent, key, chat };
}
