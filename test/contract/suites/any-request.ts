import fc from 'fast-check';
import { crc32 } from 'node:zlib';
import { SessionsService } from '../../../src/accounts/sessions/sessions.service';
import type { RegisteredOperation } from '../../../src/common/operations/registered-operation';
import { anAccount } from '../../factories/account';
import type { CallOptions } from '../../support/call';
import type { Parley } from '../../support/parley';
import { takes } from '../case';
import { Cast } from '../cast';
import { hostileRequests } from '../hostile-requests';
import { tableState } from '../table-state';
import { idsOf } from '../tenant';
import type { Runner } from './runner';
import { operationsOf, registeredOf, type Subject } from './subject';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 8);
/** The same requests every time, so that a red run is about the change; another seed explores. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_115);

/** Any request with every right there is: nothing breaks, and what is refused has changed nothing. */
export function describeAnyRequest(subject: Subject, { describe, it, beforeAll, afterAll }: Runner): void {
  const declared = operationsOf(subject)
    .sort((a, b) => (a.operationId < b.operationId ? -1 : 1))
    // What removes records comes last, so that the others find them.
    .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
  describe(`any request (FUZZ_SEED=${SEED}, FUZZ_RUNS=${RUNS})`, () => {
    let parley: Parley;
    let operations: Map<string, RegisteredOperation>;
    let cast: Cast;
    let state: Record<string, string>;
    beforeAll(async () => {
      parley = await subject.start();
      operations = registeredOf(parley, subject);
      cast = await Cast.gather(parley, subject);
      // Issued now, so that no run seems to have changed what its caller's secret did.
      await cast.credential(cast.home.owner);
      await cast.key(cast.home);
      state = await tableState(parley.database);
    });
    afterAll(() => parley.stop());

    for (const { operationId } of declared) {
      it(operationId, async () => {
        const operation = operations.get(operationId)!;
        const description = parley.document.paths[operation.path]![operation.method.toLowerCase()]!;
        // Some of these end sessions and change passwords: that account is used for nothing else.
        const expendable = await anAccount(parley);
        const sessionId = (await parley.get(SessionsService).open(expendable.id, null, 'test')).session.id;
        state = await tableState(parley.database);
        const own = idsOf(cast.home, operation.pathParameters);
        const ids = takes(operation).credentials ? own : { ...own, sessionId };
        const requests = hostileRequests(operation, description, parley.document, ids);
        await fc.assert(
          fc.asyncProperty(requests, async ({ path, send }) => {
            const caller = await callerOf(operation, { parley, cast, expendableId: expendable.id });
            const before = caller.fresh ? await tableState(parley.database) : state;
            const reply = await parley.call(operation.method, path, {
              ...send,
              ...caller.send,
              headers: { ...caller.send.headers, ...send.headers },
            });
            state = await tableState(parley.database);
            if (reply.status >= 500) throw new Error(`${reply.status} ${reply.text}`);
            const changed = Object.keys(state).filter((table) => state[table] !== before[table]);
            if (reply.status >= 400 && changed.length > 0) {
              throw new Error(`${reply.status} ${reply.text} changed ${changed.join(', ')}`);
            }
          }),
          { numRuns: RUNS, seed: seedOf(operationId), plugins: [fc.interruptAfterTimeLimit(60_000)] },
        );
      });
    }
  });
}

/** Each has its own, so that a password in one request is not a name in another, where the audit log may have it. */
function seedOf(operationId: string): number {
  return crc32(operationId) ^ SEED;
}

/** A caller whom the operation admits; sessions are new each time, because some of these requests end them. */
async function callerOf(
  operation: RegisteredOperation,
  { parley, cast, expendableId }: { parley: Parley; cast: Cast; expendableId: string },
): Promise<{ send: CallOptions; fresh: boolean }> {
  const { home } = cast;
  const { sessions, credentials, keys, visitors } = takes(operation);
  if (credentials) return { send: bearer(await cast.credential(home.owner)), fresh: false };
  if (keys) return { send: bearer(await cast.key(home)), fresh: false };
  if (visitors) return { send: bearer(await cast.freshVisitor(home)), fresh: true };
  if (sessions) {
    const { secret } = await parley.get(SessionsService).open(expendableId, null, 'test');
    const headers = { cookie: `parley_session=${secret}`, origin: 'http://localhost:3000' };
    return { send: { headers }, fresh: true };
  }
  if (operation.access.kind !== 'client') return { send: {}, fresh: false };
  const pair = Buffer.from(`${home.key.id}:${home.key.secret}`).toString('base64');
  return { send: { headers: { authorization: `Basic ${pair}` } }, fresh: false };
}

function bearer(secret: string): CallOptions {
  return { headers: { authorization: `Bearer ${secret}` } };
}
