import { readFileSync } from 'node:fs';
import type { RegisteredOperation } from '../../src/common/operations/registered-operation';
import { OperationRegistry } from '../../src/common/registry/operation.registry';
import type { ApiDocument } from '../../src/openapi/document.types';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { credentials, keysAndTokens, sessions, strangers, visitors } from './authentication-cases';
import { ADMITTED, type Case } from './case';
import { Cast } from './cast';
import { clients } from './client-cases';
import { tableState } from './table-state';
import { foreigners, members } from './visibility-cases';

const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as ApiDocument;
const documented = new Map(
  Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((one) => [one.operationId, one] as const),
  ),
);
const operationIds = [...documented.keys()];

/**
 * Every operation × every kind of caller. The expectations follow from the declaration by the rules of this folder,
 * without the code that decides in the service. An admitted call ends at a query parameter that no operation has, so
 * no call of this suite may write anything.
 */
describe('who may call', () => {
  let parley: Parley;
  let operations: Map<string, RegisteredOperation>;
  let cast: Cast;
  beforeAll(async () => {
    parley = await startParley();
    operations = new Map(parley.get(OperationRegistry).operations.map((one) => [one.operationId, one]));
    cast = await Cast.gather(parley);
  });
  afterAll(() => parley.stop());

  it('is asked of every operation; if not: npm run openapi', () => {
    expect([...operationIds].sort()).toEqual([...operations.keys()]);
  });

  it.each(operationIds)('%s', async (operationId) => {
    const operation = operations.get(operationId)!;
    const cases = await casesOf(operation, cast);
    expect(cases.length).toBeGreaterThan(0);
    const before = await tableState(parley.database);
    const wrong: string[] = [];
    const hidden = new Set<string>();
    for (const one of cases) {
      const reply = await parley.call(operation.method, pathOf(operation, one.ids), {
        ...(operation.access.kind !== 'client' && { query: { 'no-such-parameter': '1' } }),
        ...(operation.takesBody && { body: {} }),
        ...one.send,
      });
      const { status, code, challenge } = one.expected;
      const told = reply.headers.get('www-authenticate');
      const right =
        reply.status === status &&
        codeOf(reply) === code &&
        (challenge === null ? told === null : told?.includes(challenge) === true);
      if (!right) wrong.push(`${one.name}: ${status} ${code}, but got ${reply.status} ${reply.text} ${told ?? ''}`);
      if (reply.status === 404) hidden.add(reply.text);
    }
    expect(wrong).toEqual([]);
    // What may not be seen and what does not exist cannot be told apart, byte for byte.
    expect(hidden.size).toBeLessThanOrEqual(1);
    expect(await tableState(parley.database)).toEqual(before);
  });
});

async function casesOf(operation: RegisteredOperation, cast: Cast): Promise<Case[]> {
  switch (operation.access.kind) {
    case 'public':
      return everybody(cast);
    case 'client':
      return clients(cast);
    default:
      return [
        ...(await strangers(cast)),
        ...sessions(operation, cast),
        ...(await credentials(operation, cast)),
        ...(await keysAndTokens(operation, cast)),
        ...(await visitors(operation, cast)),
        ...(await foreigners(operation, cast, uuidParameters(operation))),
        ...(await members(operation, cast)),
      ];
  }
}

/** A public operation looks at no credential: it must not be refused for one that is wrong. */
async function everybody(cast: Cast): Promise<Case[]> {
  const { ids } = cast.home;
  const all = await strangers(cast);
  return all.map(({ name, send }) => ({ name, send, ids, expected: ADMITTED }));
}

function pathOf({ path }: RegisteredOperation, ids: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_match, name: string) => ids[name] ?? '');
}

function uuidParameters({ operationId }: RegisteredOperation): string[] {
  const parameters = documented.get(operationId)?.parameters ?? [];
  return parameters.filter(({ schema }) => schema.format === 'uuid').map(({ name }) => name);
}

/** The token endpoint has its own form of refusals (RFC 6749 §5.2). */
function codeOf({ body }: Reply): string | undefined {
  const refusal = body as { error?: string; code?: string } | undefined;
  return refusal?.code ?? refusal?.error;
}
