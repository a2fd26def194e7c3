import { anAccount, type TestAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aContact } from '../factories/contact';
import { aConversation, aLink } from '../factories/conversation';
import { aDevice } from '../factories/device';
import { PushReceiver } from '../support/push-receiver';
import { aCredential, type IssuedCredential } from '../factories/credential';
import { uploaded } from '../factories/inbox-file';
import { anImport } from '../factories/import';
import { aKey } from '../factories/key';
import { aMailTest, anAcceptedMailSender, anAttachment, aQuarantinedMail, aRawMail } from '../factories/mail';
import { aMember } from '../factories/member';
import { aDelivery, aWebhook } from '../factories/webhook';
import { aWorkspace } from '../factories/workspace';
import type { Parley } from '../support/parley';
import { registeredOf, type Subject, THE_TREE } from './suites/subject';
import type { Made, Makers, Tenant } from './tenant.types';

/** What a path names: where it is one of the workspace that conversations are linked to, the conversation is another's. */
export function idsOf({ ids, linkedConversationId }: Tenant, path: readonly string[]): Record<string, string> {
  return path.includes('destinationWorkspaceId') ? { ...ids, conversationId: linkedConversationId } : ids;
}

/** A new parameter needs a line here. */
const MAKERS: Makers = {
  workspaceId: async (_parley, { workspace }) => workspace.id,
  credentialId: async (_parley, { admin }) => admin.id,
  sessionId: async (parley, { owner }) =>
    (await parley.call('GET', '/sessions/current', { cookie: owner.cookie })).body.id as string,
  deviceId: async (parley, { owner }) => {
    const endpoint = `https://push.example/${owner.id}`;
    return aDevice(parley, owner, { endpoint, keys: new PushReceiver().keys });
  },
  keyId: async (_parley, { key }) => key.id,
  memberId: async (parley, { workspace }) => (await aMember(parley, workspace, await anAccount(parley))).memberId,
  invitationId: async (parley, { workspace, admin }) =>
    created(parley, admin, `/workspaces/${workspace.id}/invitations`, { email: 'guest@example.com', role: 'member' }),
  entryId: async (parley, { workspace, admin }) => {
    const { body } = await parley.call('GET', `/workspaces/${workspace.id}/audit`, { token: admin.secret });
    return (body.entries as { id: string }[])[0]!.id;
  },
  agentId: async (parley, { workspace, admin }) => (await anAgent(parley, workspace, admin)).id,
  identityKeyId: async (parley, { workspace, admin }, { agentId }) => {
    const path = `/workspaces/${workspace.id}/agents/${agentId}/identity-keys`;
    const reply = await parley.call('POST', path, { token: admin.secret, body: {} });
    if (reply.status !== 201) throw new Error(`${path} answered ${reply.status}: ${reply.text}`);
    return reply.body.key.id as string;
  },
  sourceId: async (parley, { workspace, admin }, { agentId }) =>
    created(parley, admin, `/workspaces/${workspace.id}/agents/${agentId}/sources`, {
      type: 'text',
      name: 'Opening hours',
      content: 'We are open from nine to five.',
    }),
  testId: async (parley, { workspace, admin }, { agentId }) =>
    created(parley, admin, `/workspaces/${workspace.id}/agents/${agentId}/knowledge/tests`, {
      questions: [{ id: 'hours', question: 'When are you open?', accept: [['nine']] }],
    }),
  contactId: async (parley, { workspace, admin }, { agentId }) =>
    (await aContact(parley, workspace, admin, { agentIds: [agentId] })).id,
  conversationId: async (parley, { workspace }, { agentId }) =>
    (await aConversation(parley, { id: agentId!, workspaceId: workspace.id })).id,
  messageId: async (parley, { workspace, admin }, { conversationId }) => {
    const path = `/workspaces/${workspace.id}/inbox/${conversationId}/messages`;
    const id = await created(parley, admin, path, { content: 'Of course.' });
    // A visitor sees it as well, and still sees it on a slow machine: it is not handed to a mail server in the meantime.
    await parley.database.query('UPDATE messages SET sent_at = now() WHERE id = $1', [id]);
    await parley.database.query(
      "UPDATE replies SET dispatch_after_at = now() + interval '1 hour' WHERE message_id = $1",
      [id],
    );
    await aRawMail(parley, { workspaceId: workspace.id, conversationId: conversationId!, messageId: id });
    return id;
  },
  attachmentId: async (parley, { workspace }, { conversationId, messageId }) =>
    anAttachment(parley, { workspaceId: workspace.id, conversationId: conversationId!, messageId: messageId! }),
  inboxFileId: async (parley, { workspace, admin }) => {
    const { body } = await uploaded(parley, `/workspaces/${workspace.id}/inbox/files`, admin.secret, { bytes: 'x' });
    return body.id;
  },
  webhookId: async (parley, { workspace, admin }) =>
    (await aWebhook(parley, workspace, admin, { url: 'https://hooks.example.com/' })).id,
  deliveryId: async (parley, { workspace }, { webhookId }) =>
    aDelivery(parley, { workspaceId: workspace.id, id: webhookId! }),
  replayId: async (parley, { workspace, admin }, { webhookId }) =>
    created(parley, admin, `/workspaces/${workspace.id}/webhooks/${webhookId}/replays`, {
      from: new Date().toISOString(),
    }),
  inboundMailId: async (parley, { workspace }, { agentId }) =>
    aQuarantinedMail(parley, { workspaceId: workspace.id, id: agentId! }),
  mailSenderId: async (parley, { workspace }) => anAcceptedMailSender(parley, workspace.id),
  mailTestId: async (parley, { workspace }, { agentId }) =>
    aMailTest(parley, { workspaceId: workspace.id, id: agentId! }),
  subjectId: async (_parley, _tenant, { contactId }) => contactId!,
  labelId: async (parley, { workspace, admin }) =>
    created(parley, admin, `/workspaces/${workspace.id}/labels`, { name: 'Billing' }),
  savedReplyId: async (parley, { workspace, admin }) =>
    created(parley, admin, `/workspaces/${workspace.id}/saved-replies`, {
      name: 'Refund',
      content: 'It takes a week.',
    }),
  viewId: async (parley, { workspace, admin }) => {
    const view = { name: 'Open', filter: { status: 'open' }, visibility: 'workspace' };
    return created(parley, admin, `/workspaces/${workspace.id}/views`, view);
  },
  policyId: async (parley, { workspace, admin }) =>
    created(parley, admin, `/workspaces/${workspace.id}/sla-policies`, {
      name: 'Office hours',
      targets: [{ milestone: 'first_response', seconds: 3600 }],
    }),
  customDomainId: async (parley, { workspace, admin }, { agentId }) =>
    created(parley, admin, `/workspaces/${workspace.id}/custom-domains`, {
      agentId,
      domain: `${workspace.id}.example.com`,
    }),
  requestId: async (parley, { workspace, admin }, { conversationId }) =>
    created(parley, admin, `/workspaces/${workspace.id}/support-requests`, { conversationId }),
  linkedWorkspaceId: async (parley, { workspace, admin }, { conversationId }) => {
    const other = await aWorkspace(parley, admin);
    await aLink(parley, admin, { workspaceId: workspace.id, id: conversationId! }, other);
    return other.id;
  },
  destinationWorkspaceId: async (_parley, { workspace }) => workspace.id,
  importId: async (parley, { workspace, admin }) => (await anImport(parley, workspace, admin, 'name\nAnn Lee\n')).id,
};

/** What every cast has, and what others are made of. */
const ALWAYS = ['agentId', 'contactId', 'conversationId'];

interface TenantOptions {
  person?: TestAccount;
  /** What the tenant is needed for names only these; all of the paths if absent. */
  names?: readonly string[];
}

export async function aTenant(
  parley: Parley,
  subject: Subject = THE_TREE,
  { person, names }: TenantOptions = {},
): Promise<Tenant> {
  const owner = person ?? (await anAccount(parley));
  const admin = await aCredential(parley, owner);
  const workspace = await aWorkspace(parley, admin);
  const made = { owner, admin, workspace, key: await aKey(parley, workspace) };
  const operations = [...registeredOf(parley, subject).values()];
  const inPaths = new Set(operations.flatMap((operation) => operation.pathParameters));
  const needed = new Set([...ALWAYS, ...(names?.filter((name) => inPaths.has(name)) ?? inPaths)]);
  const makers = { ...MAKERS, ...subject.make };
  const unknown = [...needed].filter((name) => !makers[name]);
  if (unknown.length > 0) throw new Error(`Say in \`make\` how to make what these name: ${unknown.join(', ')}`);
  const ids: Record<string, string> = {};
  for (const [name, make] of Object.entries(makers)) if (needed.has(name)) ids[name] = await make(parley, made, ids);
  const linkedConversationId = needed.has('destinationWorkspaceId') ? await aLinkedConversation(parley, made) : '';
  const tenant = { ...made, ids, linkedConversationId };
  await subject.fill(parley, tenant);
  return tenant;
}

async function aLinkedConversation(parley: Parley, { workspace, admin }: Made): Promise<string> {
  const conversation = await aConversation(parley, await anAgent(parley, await aWorkspace(parley, admin), admin));
  await aLink(parley, admin, conversation, workspace);
  return conversation.id;
}

async function created(parley: Parley, { secret }: IssuedCredential, path: string, body: object): Promise<string> {
  const reply = await parley.call('POST', path, { token: secret, body });
  if (reply.status >= 300) throw new Error(`${path} answered ${reply.status}: ${reply.text}`);
  return reply.body.id as string;
}
