import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { SessionsService } from '../../src/accounts/sessions/sessions.service';
import type { RegisteredOperation } from '../../src/common/operations/registered-operation';
import { OperationRegistry } from '../../src/common/registry/operation.registry';
import type { ApiDocument } from '../../src/openapi/document.types';
import { anAccount } from '../factories/account';
import type { CallOptions } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { takes } from './case';
import { Cast } from './cast';
import { hostileRequests } from './hostile-requests';
import { tableState } from './table-state';
import { idsOf } from './tenant';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 8);
/** The same requests every time, so that a red run is about the change; another seed explores. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_115);

const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as ApiDocument;
const described = Object.entries(document.paths)
  .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })))
  // What removes records comes last, so that the others find them.
  .sort((a, b) => Number(a.method === 'delete') - Number(b.method === 'delete'))
  .map(({ operation }) => operation);

/** Whatever a caller sends, with every right there is: nothing breaks, and what is refused has changed nothing. */
describe(`any request (FUZZ_SEED=${SEED}, FUZZ_RUNS=${RUNS})`, () => {
  let parley: Parley;
  let operations: Map<string, RegisteredOperation>;
  let cast: Cast;
  let state: Record<string, string>;
  const answers: Record<number, number> = {};
  beforeAll(async () => {
    parley = await startParley();
    operations = new Map(parley.get(OperationRegistry).operations.map((one) => [one.operationId, one]));
    cast = await Cast.gather(parley);
    // Issued now, so that no run seems to have changed what its caller's secret did.
    await cast.credential(cast.home.owner);
    await cast.key(cast.home);
    state = await tableState(parley.database);
  });
  afterAll(async () => {
    console.log('answers by status', answers);
    await parley.stop();
  });

  it.each(described.map((operation) => [operation.operationId, operation] as const))(
    '%s',
    async (operationId, description) => {
      const operation = operations.get(operationId)!;
      // Some of these end sessions and change passwords: that account is used for nothing else.
      const expendable = await anAccount(parley);
      const sessionId = (await parley.get(SessionsService).open(expendable.id, null, 'test')).session.id;
      state = await tableState(parley.database);
      const own = idsOf(cast.home, operation.pathParameters);
      const ids = takes(operation).credentials ? own : { ...own, sessionId };
      const requests = hostileRequests(operation, description, document, ids);
      await fc.assert(
        fc.asyncProperty(requests, async ({ path, send }) => {
          const caller = await callerOf(operation, expendable.id);
          const before = caller.fresh ? await tableState(parley.database) : state;
          const reply = await parley.call(operation.method, path, {
            ...send,
            ...caller.send,
            headers: { ...caller.send.headers, ...send.headers },
          });
          state = await tableState(parley.database);
          answers[reply.status] = (answers[reply.status] ?? 0) + 1;
          if (reply.status >= 500) throw new Error(`${reply.status} ${reply.text}`);
          if (reply.status >= 400 && !same(state, before)) {
            throw new Error(`${reply.status} ${reply.text} changed ${changed(state, before)}`);
          }
        }),
        { numRuns: RUNS, seed: SEED, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: false },
      );
    },
    120_000,
  );

  /** A caller whom the operation admits; sessions are new each time, because some of these requests end them. */
  async function callerOf(
    operation: RegisteredOperation,
    expendableId: string,
  ): Promise<{ send: CallOptions; fresh: boolean }> {
    const { home } = cast;
    const { sessions, credentials, keys, visitors } = takes(operation);
    if (credentials) return { send: bearer(await cast.credential(home.owner)), fresh: false };
    if (keys) return { send: bearer(await cast.key(home)), fresh: false };
    if (visitors) return { send: bearer(await cast.freshVisitor(home)), fresh: true };
    if (sessions) {
      const { secret } = await parley.get(SessionsService).open(expendableId, null, 'test');
      return {
        send: { headers: { cookie: `parley_session=${secret}`, origin: 'http://localhost:3000' } },
        fresh: true,
      };
    }
    if (operation.access.kind !== 'client') return { send: {}, fresh: false };
    const pair = Buffer.from(`${home.key.id}:${home.key.secret}`).toString('base64');
    return { send: { headers: { authorization: `Basic ${pair}` } }, fresh: false };
  }
});

function bearer(secret: string): CallOptions {
  return { headers: { authorization: `Bearer ${secret}` } };
}

function same(a: Record<string, string>, b: Record<string, string>): boolean {
  return changed(a, b) === '';
}

function changed(a: Record<string, string>, b: Record<string, string>): string {
  return Object.keys(a)
    .filter((table) => a[table] !== b[table])
    .join(', ');
}
