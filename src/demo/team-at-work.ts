import { setTimeout as pause } from 'node:timers/promises';
import type { Demonstration, RequestHeaders } from './demonstration';
import type { AgentPlace } from './make-agent';
import { PATIENCE_MS } from './patience';
import { asPerson, openSession, sessionIn } from './session';
import { LABELS, PROMISE, SAVED_REPLY, SHOP_TERMS, TEAM_CASES, type TeamCase } from './team-cases';

const AGENT = 'Hafen help desk';
const COLLEAGUE = 'Robin Vega';

interface Desk {
  demo: Demonstration;
  workspace: string;
  agent: string;
  program: RequestHeaders;
  labels: Map<string, string>;
  members: Record<'person' | 'colleague', RequestHeaders>;
}

interface Made {
  id: string;
}

/**
 * Two members answer customers of the sample shop, which has an agent of its own. Afterwards the inbox has work in each of its views.
 * Done once for a workspace; a run that ended halfway continues, because each creation has its own `Idempotency-Key`.
 */
export async function putTeamToWork(
  demo: Demonstration,
  person: RequestHeaders,
  program: RequestHeaders,
  { workspaceId }: AgentPlace,
): Promise<void> {
  const { screen, state } = demo;
  if (state.values.teamIsAtWork) return;
  screen.heading(
    `A team of two answers the customers of a sample shop: ${TEAM_CASES.length} conversations in the inbox`,
  );
  const workspace = `/workspaces/${workspaceId}`;
  const agent = `${workspace}/agents/${await shopAgent(demo, person, workspace)}`;
  const members = { person, colleague: await colleague(demo, person, workspace) };
  const labels = new Map<string, string>();
  for (const label of LABELS) labels.set(label.name, await create(demo, person, `${workspace}/labels`, label));
  await create(demo, person, `${workspace}/saved-replies`, SAVED_REPLY);
  const desk = { demo, workspace, agent, program, labels, members };
  for (const [at, one] of TEAM_CASES.entries()) {
    screen.bar('at work', at, TEAM_CASES.length);
    await handle(desk, one);
  }
  state.remember({ teamIsAtWork: true });
}

/** Returns the id. */
async function create(
  { api }: Demonstration,
  headers: RequestHeaders,
  path: string,
  body: { name: string; [field: string]: unknown },
): Promise<string> {
  return (await api.call<Made>('POST', path, { headers: once(headers, body.name), body })).body.id;
}

function once(headers: RequestHeaders, key: string): RequestHeaders {
  return { ...headers, 'Idempotency-Key': `demo-${key.replace(/\W/g, '-')}` };
}

/** An agent that knows the offers of the shop, with an SLA policy of its own. */
async function shopAgent(demo: Demonstration, person: RequestHeaders, workspace: string): Promise<string> {
  const agents = `${workspace}/agents`;
  const agentId = await create(demo, person, agents, { name: AGENT });
  const sources = `${agents}/${agentId}/sources`;
  const source = await create(demo, person, sources, { name: 'Offers of Hafen', type: 'text', content: SHOP_TERMS });
  await untilIndexed(demo, person, `${sources}/${source}`);
  await demo.api.call('PATCH', `${agents}/${agentId}`, { headers: person, body: { status: 'active' } });
  await create(demo, person, `${workspace}/sla-policies`, { ...PROMISE, match: { agentIds: [agentId] } });
  return agentId;
}

async function untilIndexed({ api }: Demonstration, headers: RequestHeaders, source: string): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(100)) {
    if ((await api.call<{ status: string }>('GET', source, { headers })).body.status === 'ready') return;
  }
  throw new Error('The offers of the sample shop are not indexed.');
}

/** The other member, who has the same password as the person. */
async function colleague(demo: Demonstration, person: RequestHeaders, workspace: string): Promise<RequestHeaders> {
  const { api, mail, state } = demo;
  const { email: own = '', password = '' } = state.values;
  const email = own.replace(/^demo/, 'robin');
  state.remember({ colleague: email });
  const opened = await openSession(demo, { email, password });
  const known = opened && asPerson(demo, opened.session);
  if (known && (await api.call('GET', workspace, { headers: known, expect: [200, 404] })).status === 200) return known;
  const before = mail.count;
  await api.call('POST', `${workspace}/invitations`, { headers: person, body: { email, role: 'member' } });
  const token = await mail.newToken(email, before);
  if (known) {
    await api.call('POST', '/invitations/accept', { headers: known, body: { token } });
    return known;
  }
  const body = { token, name: COLLEAGUE, password };
  const { headers } = await api.call('POST', '/invitations/accept-as-new', { body });
  return asPerson(demo, sessionIn(headers));
}

/** A customer writes, and a member does what the case has. */
async function handle(
  desk: Desk,
  { customer: user, message, label, priority, assignee, note, reply, resolves }: TeamCase,
) {
  const { api } = desk.demo;
  const turn = { message, user, requestId: `demo-${user.externalId}` };
  const { body } = await api.call<{ conversationId: string }>('POST', `${desk.agent}/chat`, {
    headers: desk.program,
    body: turn,
  });
  const conversation = `${desk.workspace}/inbox/${body.conversationId}`;
  const headers = desk.members[assignee ?? 'person'];
  if (label) await api.call('POST', `${conversation}/labels/${desk.labels.get(label)}`, { headers });
  if (priority) await prioritize(desk, headers, conversation, priority);
  if (assignee) await change(desk, headers, conversation, { assigneeMemberId: 'me' });
  const say = (path: string, content: object): Promise<unknown> =>
    api.call('POST', `${conversation}/${path}`, {
      headers: once(headers, `${path} ${user.externalId}`),
      body: content,
    });
  if (note) await say('notes', { content: note });
  const closing = resolves && { closeWhenSent: { disposition: 'resolved' } };
  if (reply) await say('messages', { content: reply, channel: 'email', ...closing });
}

async function prioritize(desk: Desk, headers: RequestHeaders, conversation: string, priority: string): Promise<void> {
  const { body } = await desk.demo.api.call<{ supportRequests: Made[] }>(
    'GET',
    `${conversation}/support-requests/live`,
    { headers },
  );
  for (const { id } of body.supportRequests)
    await change(desk, headers, `${desk.workspace}/support-requests/${id}`, { priority });
}

/** Of the version that is there. */
async function change({ demo: { api } }: Desk, headers: RequestHeaders, path: string, fields: object): Promise<void> {
  const { body } = await api.call<{ version: number }>('GET', path, { headers });
  await api.call('PATCH', path, { headers, body: { ...fields, expectedVersion: body.version } });
}
