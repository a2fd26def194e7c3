import { randomUUID } from 'node:crypto';
import { ROLES } from '../../src/common/operations/access';
import type { RegisteredOperation } from '../../src/common/operations/registered-operation';
import { isInWorkspace } from '../../src/common/operations/path-workspace';
import { ADMITTED, type Case, NOT_FOUND, refused, takes } from './case';
import type { Cast } from './cast';
import { idsOf } from './tenant';

/** Ids that no record has. They must be answered like ids of other tenants' records. */
const UNKNOWN_IDS = [randomUUID(), '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
/** No id at all: not found either, but where the parameter is documented to be a UUID it is refused as malformed. */
const NO_IDS = ['not-an-id', '%F0%9F%92%A5'];

/** Path parameters that name the tenant's agent, or a record that only members who reach that agent see. */
const OF_THE_AGENT = [
  'agentId',
  'contactId',
  'conversationId',
  'customDomainId',
  'subjectId',
  'importId',
  'inboundMailId',
  'requestId',
  'mailSenderId',
];

/** Path parameters that name a record of the member who has made it: the tenant's administrator. */
const OF_ONE_MEMBER = ['inboxFileId'];

/** The other tenant in this one, and this one reaching for the other's records. */
export async function foreigners(
  operation: RegisteredOperation,
  cast: Cast,
  uuidParameters: readonly string[],
): Promise<Case[]> {
  const { home, foreign } = cast;
  const ids = idsOf(home, operation.pathParameters);
  const foreignIds = idsOf(foreign, operation.pathParameters);
  const { sessions, credentials, keys, visitors } = takes(operation);
  const origin = 'http://localhost:3000';
  const cases: Case[] = [];
  const add = (name: string, send: Case['send'], named: Case['ids'], expected = NOT_FOUND): void => {
    cases.push({ name, send, ids: named, expected });
  };
  if (operation.pathParameters.length > 0) {
    if (credentials) add('another tenant’s credential', { token: await cast.credential(foreign.owner) }, ids);
    if (sessions) add('another tenant’s session', { cookie: foreign.owner.cookie, origin }, ids);
    if (keys) add('another tenant’s key', { token: await cast.key(foreign) }, ids);
    if (keys) add('another tenant’s token', { token: await cast.token(foreign) }, ids);
    if (visitors) add('another agent’s visitor', { token: await cast.visitor(foreign) }, ids);
  }
  const own = credentials
    ? { token: home.admin.secret }
    : sessions
      ? { cookie: home.owner.cookie, origin }
      : { token: visitors ? await cast.visitor(home) : home.key.secret };
  for (const parameter of operation.pathParameters) {
    const named = (id: string, expected: Case['expected']): void =>
      add(`own credential, {${parameter}} ${id}`, own, { ...ids, [parameter]: id }, expected);
    for (const id of [foreignIds[parameter]!, ...UNKNOWN_IDS]) named(id, NOT_FOUND);
    for (const id of NO_IDS) named(id, uuidParameters.includes(parameter) ? ADMITTED : NOT_FOUND);
  }
  return cases;
}

/** Members of the workspace whose role is too small, and those who may not reach the agent that the path is about. */
export async function members(operation: RegisteredOperation, cast: Cast, ofAgent: readonly string[]): Promise<Case[]> {
  if (!takes(operation).credentials || !isInWorkspace(operation)) return [];
  const ids = idsOf(cast.home, operation.pathParameters);
  const least = 'role' in operation.access ? operation.access.role : undefined;
  const enough = ROLES.slice(0, least ? ROLES.indexOf(least) + 1 : ROLES.length);
  const cases: Case[] = [];
  const isAnothers = operation.pathParameters.some((parameter) => OF_ONE_MEMBER.includes(parameter));
  for (const role of ROLES) {
    const token = await cast.credential(cast.members[role]);
    const mayCall = enough.includes(role) ? ADMITTED : refused(403, 'role_insufficient');
    const expected = isAnothers ? NOT_FOUND : mayCall;
    cases.push({ name: `a member with the role ${role}`, send: { token }, ids, expected });
  }
  const hidden = operation.pathParameters.some((parameter) => [...OF_THE_AGENT, ...ofAgent].includes(parameter));
  cases.push({
    name: 'a member who may reach no agent',
    send: { token: await cast.credential(cast.restricted) },
    ids,
    expected:
      hidden || isAnothers ? NOT_FOUND : least && least !== 'member' ? refused(403, 'role_insufficient') : ADMITTED,
  });
  return cases;
}
