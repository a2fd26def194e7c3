import assert from 'node:assert/strict';
import type { RegisteredOperation } from '../../../src/common/operations/registered-operation';
import type { Reply } from '../../support/call';
import type { Parley } from '../../support/parley';
import { credentials, keysAndTokens, sessions, strangers, visitors } from '../authentication-cases';
import { ADMITTED, type Case } from '../case';
import { Cast } from '../cast';
import { clients } from '../client-cases';
import { tableState } from '../table-state';
import { foreigners, members } from '../visibility-cases';
import type { Runner } from './runner';
import { operationsOf, registeredOf, type Subject } from './subject';

/**
 * Every operation × every kind of caller. The expectations follow from the declaration by the rules of this folder,
 * without the code that decides in the service. An admitted call ends at a query parameter that no operation has, so
 * no call of this suite may write anything.
 */
export function describeWhoMayCall(subject: Subject, { describe, it, beforeAll, afterAll }: Runner): void {
  const declared = operationsOf(subject).map(({ operationId }) => operationId);
  describe('who may call', () => {
    let parley: Parley;
    let operations: Map<string, RegisteredOperation>;
    let cast: Cast;
    beforeAll(async () => {
      parley = await subject.start();
      operations = registeredOf(parley, subject);
      cast = await Cast.gather(parley, subject);
    });
    afterAll(() => parley.stop());

    it('is known of every operation', async () => {
      assert.deepEqual([...declared].sort(), [...operations.keys()].sort());
    });

    for (const operationId of declared) {
      it(operationId, async () => {
        const operation = operations.get(operationId)!;
        const cases = await casesOf(operation, cast, { parley, subject });
        assert.ok(cases.length > 0);
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
          const authenticate = reply.headers.get('www-authenticate');
          const right =
            reply.status === status &&
            codeOf(reply) === code &&
            (challenge === null ? authenticate === null : authenticate?.includes(challenge) === true);
          if (!right)
            wrong.push(`${one.name}: ${status} ${code}, but got ${reply.status} ${reply.text} ${authenticate ?? ''}`);
          if (reply.status === 404) hidden.add(reply.text);
        }
        assert.deepEqual(wrong, []);
        // What may not be seen and what does not exist cannot be distinguished, byte for byte.
        assert.ok(hidden.size <= 1, [...hidden].join('\n'));
        assert.deepEqual(await tableState(parley.database), before);
      });
    }
  });
}

async function casesOf(
  operation: RegisteredOperation,
  cast: Cast,
  { parley, subject }: { parley: Parley; subject: Subject },
): Promise<Case[]> {
  switch (operation.access.kind) {
    case 'public':
      return allCallers(cast);
    case 'client':
      return clients(cast);
    default:
      return [
        ...(await strangers(cast)),
        ...sessions(operation, cast),
        ...(await credentials(operation, cast)),
        ...(await keysAndTokens(operation, cast)),
        ...(await visitors(operation, cast)),
        ...(await foreigners(operation, cast, uuidParameters(operation, parley))),
        ...(await members(operation, cast, subject.ofAgent)),
      ];
  }
}

/** A public operation looks at no credential: it must not be refused for one that is wrong. */
async function allCallers(cast: Cast): Promise<Case[]> {
  const { ids } = cast.home;
  const all = await strangers(cast);
  return all.map(({ name, send }) => ({ name, send, ids, expected: ADMITTED }));
}

function pathOf({ path }: RegisteredOperation, ids: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_match, name: string) => ids[name] ?? '');
}

function uuidParameters({ path, method }: RegisteredOperation, { document }: Parley): string[] {
  const parameters = document.paths[path]?.[method.toLowerCase()]?.parameters ?? [];
  return parameters.filter(({ schema }) => schema.format === 'uuid').map(({ name }) => name);
}

/** The token endpoint has its own form of refusals (RFC 6749 §5.2). */
function codeOf({ body }: Reply): string | undefined {
  const refusal = body as { error?: string; code?: string } | undefined;
  return refusal?.code ?? refusal?.error;
}
