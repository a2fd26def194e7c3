import { createSecretKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { VisitorTicketsService } from '../../src/visitor/sites/visitor-tickets.service';
import { anAccount } from '../factories/account';
import { aConversation } from '../factories/conversation';
import { aQuarantinedMail } from '../factories/mail';
import { theVisitorOf } from '../factories/visitor';
import { aWorkspace } from '../factories/workspace';
import type { Reply } from '../support/call';
import { lastTokenTo } from '../support/mails-to';
import type { Parley } from '../support/parley';
import { FakeReplyMailer, REFUSED } from '../support/reply-mailer';
import type { Tenant } from './tenant.types';

/** What the example of an operation cannot have, because each installation has its own. */
export interface Filled {
  ids?: Record<string, string>;
  /** Fields of the body. */
  body?: Record<string, unknown>;
}

export interface World {
  parley: Parley;
  tenant: Tenant;
  /** The example. */
  body: unknown;
}

export interface Preparation {
  /** Why the example gets a workspace of its own: afterwards it is not what other examples need. */
  spends?: string;
  fill?(world: World): Promise<Filled>;
  /** Examples that an installation without more settings refuses, with the documented code. */
  refuses?(body: unknown): string | undefined;
}

/** By operationId. Every other example works on a workspace with one of everything. */
export const PREPARATIONS: Readonly<Record<string, Preparation>> = {
  reorderViews: { fill: ({ tenant: { ids } }) => Promise.resolve({ body: { viewIds: [ids['viewId']] } }) },
  startMailTest: { refuses: () => 'mail_not_received' },
  // The tenants have accounts.
  setUpInstallation: { refuses: () => 'not_found' },
  // --- secrets that only one person or program has ---
  acceptInvitation: { fill: async (world) => ({ body: { token: await invitationTo(world) } }) },
  acceptInvitationAsNew: {
    fill: async (world) => ({ body: { token: await invitationTo(world, 'newcomer@example.com') } }),
  },
  completePasswordReset: {
    spends: 'ends all sessions',
    fill: async ({ parley, tenant: { owner } }) => {
      await parley.call('POST', '/accounts/password-reset', { body: { email: owner.email } });
      return { body: { token: await lastTokenTo(parley, owner.email) } };
    },
  },
  verifyAccountEmail: {
    fill: async ({ parley, body }) => {
      const { password } = body as { password: string };
      const email = 'grace@example.com';
      await parley.call('POST', '/accounts', { body: { email, password, name: 'Grace Hopper' } });
      return { body: { token: await lastTokenTo(parley, email) } };
    },
  },
  createVisitorSession: {
    fill: ({ parley, tenant: { ids } }) => {
      const ticket = parley
        .get(VisitorTicketsService)
        .issue({ agentId: ids['agentId']!, surface: 'widget', site: null });
      return Promise.resolve({ body: { ticket } });
    },
  },
  identifyVisitor: { fill: async (world) => ({ body: { userJwt: await signedVisitor(world) } }) },
  eraseContact: {
    spends: 'erases the contact',
    fill: async ({ parley, tenant }) => {
      const preview = await asAdmin(parley, tenant, 'GET', `/contacts/${tenant.ids['subjectId']}/erasure`);
      return { body: { confirm: preview.body.confirmation as string } };
    },
  },

  // --- records in a certain state ---
  changePassword: { spends: 'the account has another password' },
  rotateAccountCredential: { spends: 'the credential ends' },
  restoreAgent: {
    spends: 'needs an agent that was deleted',
    fill: async ({ parley, tenant }) => {
      await asAdmin(parley, tenant, 'DELETE', `/agents/${tenant.ids['agentId']}`);
      return {};
    },
  },
  updateFileSettings: { spends: 'the agent receives no files of visitors afterwards' },
  createSource: {
    fill: async ({ parley, tenant, body }) => {
      if (!('fileId' in (body as object))) return {};
      const path = `/workspaces/${tenant.workspace.id}/agents/${tenant.ids['agentId']}/sources/files`;
      const headers = { 'content-type': 'text/markdown' };
      const upload = await parley.call('POST', path, { token: tenant.admin.secret, headers, body: '# Passwords\n' });
      return { body: { fileId: upload.body.id as string } };
    },
  },
  refreshSource: { fill: async (world) => ({ ids: { sourceId: await aPage(world) } }) },
  updateSource: {
    fill: async ({ parley }) => {
      await parley.drain();
      return {};
    },
  },
  updateSourceSchedule: { fill: async (world) => ({ ids: { sourceId: await aPage(world) } }) },
  linkConversation: {
    fill: async ({ parley, tenant: { admin } }) => ({
      ids: { destinationWorkspaceId: (await aWorkspace(parley, admin)).id },
    }),
  },
  updateConversation: { fill: async (world) => ({ ids: { conversationId: await aQuietConversation(world) } }) },
  closeConversation: { fill: async (world) => ({ ids: { conversationId: await aQuietConversation(world) } }) },
  reopenConversation: {
    fill: async (world) => {
      const conversationId = await aQuietConversation(world);
      const { parley, tenant } = world;
      await asAdmin(parley, tenant, 'POST', `/inbox/${conversationId}/close`, { expectedVersion: 2 });
      return { ids: { conversationId } };
    },
  },
  markVisitorRead: {
    fill: async ({ parley, tenant: { workspace, ids } }) => {
      const id = ids['conversationId']!;
      const token = await theVisitorOf(parley, { workspaceId: workspace.id, agentId: ids['agentId']!, id });
      const message = { message: 'Where is my order?', requestId: 'm-1', conversationId: id };
      await parley.call('POST', '/visitor/messages', { token, body: message });
      const { body } = await parley.call('GET', `/visitor/conversations/${id}/messages`, { token });
      return { body: { messageId: (body.messages as { id: string }[]).at(-1)!.id } };
    },
  },
  removeConversationLabel: {
    fill: async ({ parley, tenant }) => {
      const { conversationId, labelId } = tenant.ids;
      await asAdmin(parley, tenant, 'POST', `/inbox/${conversationId}/labels/${labelId}`);
      return {};
    },
  },
  removeLinkedConversationLabel: {
    fill: async ({ parley, tenant }) => {
      const path = `/linked-conversations/${tenant.linkedConversationId}/labels/${tenant.ids['labelId']}`;
      await asAdmin(parley, tenant, 'POST', path);
      return {};
    },
  },
  removeWorkspaceModelSettings: {
    fill: async ({ parley, tenant }) => {
      const body = { baseUrl: 'https://models.example.com/v1', apiKey: null, models: ['house-model'] };
      await asAdmin(parley, tenant, 'PATCH', '/model-settings', body);
      return {};
    },
  },
  getRawQuarantinedMail: {
    fill: async ({ parley, tenant: { workspace, ids } }) => ({
      ids: { inboundMailId: await aQuarantinedMail(parley, { workspaceId: workspace.id, id: ids['agentId']! }) },
    }),
  },
  undoInboxMessage: { fill: async (world) => ({ ids: { messageId: await aReply(world) } }) },
  editInboxMessage: { fill: async (world) => ({ ids: { messageId: await aReply(world) } }) },
  retryInboxMessage: { fill: async (world) => ({ ids: { messageId: await aReply(world, 'refused') } }) },
  settleInboxMessage: { fill: async (world) => ({ ids: { messageId: await aReply(world, 'uncertain') } }) },
  replayWebhook: {
    // A webhook has one replay at a time.
    fill: async ({ parley, tenant }) => {
      const webhook = { url: 'https://hooks.example.com/parley', events: ['*'] };
      const { body } = await asAdmin(parley, tenant, 'POST', '/webhooks', webhook);
      return { ids: { webhookId: body.webhook.id as string }, body: { from: new Date().toISOString() } };
    },
  },
  recordSlaMilestone: { fill: () => Promise.resolve({ body: { observedAt: new Date().toISOString() } }) },
  transitionSupportRequest: {
    fill: async ({ parley, tenant, body }) => {
      const { kind } = (body as { transition: { kind: string } }).transition;
      const described = parley.document.paths['/workspaces/{workspaceId}/support-requests/{requestId}/transitions']!;
      const examples = described['post']!.requestBody!.content['application/json']!.examples!;
      const occurredAt = (): string => new Date().toISOString();
      for (const [name, example] of Object.entries(examples)) {
        if (name === kind) break;
        const before = { ...(example as { value: object }).value, occurredAt: occurredAt() };
        await asAdmin(parley, tenant, 'POST', `/support-requests/${tenant.ids['requestId']}/transitions`, before);
      }
      return { body: { occurredAt: occurredAt() } };
    },
  },

  // --- what another server has to do ---
  requestInboxCopilotSuggestion: {
    // Only a language model translates.
    refuses: (body) => ((body as { action: string }).action === 'translate' ? 'model_unavailable' : undefined),
  },
};

async function asAdmin(
  parley: Parley,
  { workspace, admin }: Tenant,
  method: string,
  path: string,
  body?: object,
): Promise<Reply> {
  const reply = await parley.call(method, `/workspaces/${workspace.id}${path}`, { token: admin.secret, body });
  if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`);
  return reply;
}

/** Of another person, to the caller by default. */
async function invitationTo({ parley, tenant }: World, email = tenant.owner.email): Promise<string> {
  const inviter = await anAccount(parley);
  const { id } = await aWorkspace(parley, inviter);
  const body = { email, role: 'member' };
  const origin = parley.settings.values.PUBLIC_URL;
  await parley.call('POST', `/workspaces/${id}/invitations`, { cookie: inviter.cookie, origin, body });
  return lastTokenTo(parley, email);
}

async function signedVisitor({ parley, tenant }: World): Promise<string> {
  const path = `/agents/${tenant.ids['agentId']}/identity-keys`;
  await asAdmin(parley, tenant, 'DELETE', `${path}/${tenant.ids['identityKeyId']}`);
  const { body } = await asAdmin(parley, tenant, 'POST', path);
  const jwt = new SignJWT({ sub: 'customer-1042' }).setProtectedHeader({ alg: 'HS256', kid: body.key.id as string });
  return jwt.setExpirationTime('1h').sign(createSecretKey(Buffer.from(body.secret as string)));
}

async function aPage({ parley, tenant }: World): Promise<string> {
  const source = { type: 'url', name: 'Passwords', url: 'https://docs.example.com/passwords' };
  const { body } = await asAdmin(parley, tenant, 'POST', `/agents/${tenant.ids['agentId']}/sources`, source);
  await parley.drain();
  return body.id as string;
}

/** Without a support request. */
async function aQuietConversation({ parley, tenant: { workspace, ids } }: World): Promise<string> {
  return (await aConversation(parley, { id: ids['agentId']!, workspaceId: workspace.id })).id;
}

/** Of the admin, who has time to undo it; or one that the mail server has answered so. */
async function aReply({ parley, tenant }: World, outcome?: 'refused' | 'uncertain'): Promise<string> {
  const mailer = FakeReplyMailer.of(parley);
  mailer.behave = async (_reply, handingOver) => {
    await handingOver();
    const failure = { ...REFUSED, class: outcome === 'refused' ? REFUSED.class : ('timeout' as const) };
    return outcome === 'refused' ? { outcome, final: true, failure } : { outcome: 'uncertain', failure };
  };
  await parley.call('PATCH', '/account/preferences', { token: tenant.admin.secret, body: { undoSendSeconds: 30 } });
  const path = `/inbox/${tenant.ids['conversationId']}/messages`;
  const { body } = await asAdmin(parley, tenant, 'POST', path, { content: 'It weighs 7.3e22 kg.', channel: 'email' });
  if (outcome) {
    await parley.database.query(
      `UPDATE replies SET dispatch_after_at = clock_timestamp() - interval '1 ms' WHERE workspace_id = $1 AND message_id = $2`,
      [tenant.workspace.id, body.id],
    );
    await parley.drain();
  }
  return body.id as string;
}
