import { setTimeout as pause } from 'node:timers/promises';
import { DataChanged } from './demo-state';
import type { Demonstration, RequestHeaders } from './demonstration';
import type { AgentPlace } from './make-agent';
import { PATIENCE_MS } from './patience';

const CUSTOMER = { name: 'Kim', address: 'kim@customer.example' };
const WISH = 'I would like to talk to a person, please. I am in a hurry.';
const ANSWER = 'Hello Kim, sorry that you had to wait. How can I help?';

const POLICY = 'Ten seconds';
const TARGET = { milestone: 'first_response', seconds: 10, warnAtPercent: 50 };
/** The first policy that matches holds, so it must stand before those of a person. */
const FIRST = 1;
/** How the state of a clock depends on time. */
const MEANING: Readonly<Record<string, string>> = {
  warned: `: ${TARGET.warnAtPercent} % of ${TARGET.seconds} seconds are over`,
  breached: `: ${TARGET.seconds} seconds are over`,
};

interface Clock {
  milestone: string;
  status: string;
  targetSeconds: number;
  elapsedSeconds: number;
}

interface SupportRequest {
  id: string;
  sla: Clock[];
}

interface Explanation {
  clock: Clock;
  events: { at: string; kind: string; effect: string | null }[];
  intervals: { from: string; to: string; seconds: number }[];
  elapsedSeconds: number;
}

/** Shows a late answer: the clock warns, breaches, is met late, and explains why. */
export async function keepPromise(
  demo: Demonstration,
  person: RequestHeaders,
  program: RequestHeaders,
  agent: AgentPlace,
): Promise<void> {
  const { api, screen } = demo;
  const workspace = `/workspaces/${agent.workspaceId}`;
  screen.heading(`Answers are promised within ${TARGET.seconds} seconds, and one is late`);
  await promise(demo, person, workspace, agent);
  const { body: turn } = await api.call<{ conversationId: string }>('POST', `${agent.path}/chat`, {
    headers: program,
    body: { message: WISH, user: { externalId: 'kim', name: CUSTOMER.name, email: CUSTOMER.address } },
  });
  screen.labelled('customer', WISH);

  const conversation = `${workspace}/inbox/${turn.conversationId}`;
  const live = await api.call<{ supportRequests: SupportRequest[] }>('GET', `${conversation}/support-requests/live`, {
    headers: person,
  });
  const request = `${workspace}/support-requests/${live.body.supportRequests[0]?.id}`;
  screen.labelled('clock', await untilClock(demo, person, request, ['pending', 'imminent', 'breaching']));
  await api.call('PATCH', '/account/preferences', { headers: person, body: { undoSendSeconds: 0 } });
  await api.call('POST', `${conversation}/messages`, { headers: person, body: { content: ANSWER, channel: 'email' } });
  screen.labelled('member', ANSWER, 'strong');
  await untilClock(demo, person, request, ['met_late']);
  // Leave time to undo for the user who tries it by hand afterwards.
  await api.call('PATCH', '/account/preferences', { headers: person, body: { undoSendSeconds: 10 } });
  await explain(demo, person, request);
}

interface Policy {
  id: string;
  name: string;
  position: number;
  version: number;
  match: { agentIds: string[] };
}

/** The policy of this or an earlier run, for the demonstration's agent only. Replaces one that a person has changed. */
async function promise({ api }: Demonstration, headers: RequestHeaders, workspace: string, { agentId }: AgentPlace) {
  const path = `${workspace}/sla-policies`;
  const { body } = await api.call<{ slaPolicies: Policy[] }>('GET', path, { headers });
  const own = body.slaPolicies.filter(({ name }) => name === POLICY);
  if (own.some((policy) => isAsMade(policy, agentId))) return;
  for (const { id } of own) await api.call('DELETE', `${path}/${id}`, { headers });
  const match = { agentIds: [agentId] };
  await api.call('POST', path, { headers, body: { name: POLICY, position: FIRST, match, targets: [TARGET] } });
}

/** Each change by a person raises the version. */
function isAsMade({ position, version, match }: Policy, agentId: string): boolean {
  return position === FIRST && version === 1 && match.agentIds.join() === agentId;
}

/** Returns when the clock reached each status. */
async function untilClock(
  { api, screen }: Demonstration,
  headers: RequestHeaders,
  request: string,
  statuses: readonly string[],
): Promise<string> {
  const deadline = Date.now() + PATIENCE_MS;
  const reached: string[] = [];
  while (reached.length < statuses.length) {
    const { body } = await api.call<SupportRequest>('GET', request, { headers });
    const clock = body.sla.find(({ milestone }) => milestone === TARGET.milestone);
    const expected = statuses[reached.length] ?? '';
    if (clock?.targetSeconds !== TARGET.seconds) throw new DataChanged('Another SLA policy holds.');
    if (clock.status === expected) reached.push(`${expected} at ${clock.elapsedSeconds} s`);
    else if (Date.now() > deadline) throw new Error(`The clock never reached the status ${expected}.`);
    else await pause(100);
    screen.progress(`clock: ${clock.status} at ${clock.elapsedSeconds} of ${clock.targetSeconds} seconds`);
  }
  return reached.join(', ');
}

/** Shows the events and the counted times: enough to check the numbers by hand. */
async function explain({ api, screen }: Demonstration, headers: RequestHeaders, request: string): Promise<void> {
  const path = `${request}/sla/explanation?milestone=${TARGET.milestone}`;
  const { body } = await api.call<Explanation>('GET', path, { headers });
  const { clock, events, intervals, elapsedSeconds } = body;
  for (const { at, kind, effect } of events) {
    screen.labelled('event', `${timeOf(at)}  ${kind}${effect ? `: ${effect} the clock` : (MEANING[kind] ?? '')}`);
  }
  for (const { from, to, seconds } of intervals) {
    screen.labelled('counted', `${timeOf(from)} to ${timeOf(to)}: ${seconds} whole seconds`);
  }
  screen.labelled('sum', `${elapsedSeconds} of ${clock.targetSeconds} seconds: ${clock.status}`, 'strong');
}

/** The part of `2026-01-15T09:30:00.000Z` that changes within a demonstration. */
function timeOf(instant: string): string {
  return instant.slice(11, -1);
}
