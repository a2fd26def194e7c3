import { randomUUID } from 'node:crypto';
import { RefusedAttempts } from '../../src/common/audit/refused-attempts';
import type { RegisteredOperation } from '../../src/common/operations/registered-operation';
import { OperationRegistry } from '../../src/common/registry/operation.registry';
import type { ApiOperation } from '../../src/openapi/document.types';
import { examplesIn } from '../../src/openapi/examples';
import { idsOf } from '../contract/tenant';
import type { Tenant } from '../contract/tenant.types';
import { PASSWORD } from '../factories/account';
import { committedDocument } from '../support/committed-document';
import { type Parley, startParley } from '../support/parley';
import { commandLine, type Input, mcp, type Outcome, rest, type Surface } from '../support/surfaces';

const { paths } = committedDocument();
const NOW = new Date().toISOString();
const OUT_OF_BOUNDS = ['', 'x'.repeat(300), -1] as const;

/** Two tenants that were made alike: what one does by REST, the other does elsewhere, step by step. */
describe.each([
  ['MCP', mcp, 40],
  ['the command line', commandLine, 60],
])('an operation by REST and over %s', (_name, open, atLeast) => {
  let parley: Parley;
  let operations: readonly RegisteredOperation[];
  let byRest: Surface;
  let other: Surface;
  beforeAll(async () => {
    parley = await startParley();
    await openBoth();
    // The token endpoint has a kind of caller, and a form of errors, of its own.
    const all = parley.get(OperationRegistry).operations.filter(({ access }) => access.kind !== 'client');
    operations = all.filter((operation) => other.has(operation));
  });
  afterAll(async () => {
    await other.close();
    await parley.stop();
  });

  async function openBoth(): Promise<void> {
    byRest = await rest(parley);
    other = await open(parley);
  }

  const both = async (operation: RegisteredOperation, inputFor: (tenant: Tenant) => Input): Promise<Outcome> => {
    const expected = await byRest.call(operation, inputFor(byRest.tenant));
    const actual = await other.call(operation, inputFor(other.tenant));
    // Refusals are recorded after the answer, and later operations list them.
    await parley.get(RefusedAttempts).settled();
    // Flags that no command has are refused before they are sent, and so are names that no record has.
    const { code, error = '' } = (actual.body ?? {}) as { code?: string; error?: string };
    if (expected.refused && (code === 'usage' || /^No \w+ has that name\b/.test(error))) return expected;
    expect({ operation: operation.operationId, ...masked(actual) }).toEqual({
      operation: operation.operationId,
      ...masked(expected),
    });
    return expected;
  };

  it('is there', () => {
    expect(operations.length).toBeGreaterThanOrEqual(atLeast);
  });

  it('refuses what no field is called', async () => {
    for (const operation of operations) {
      const more = { unknown: 'x', ...completedOf(operation) };
      const { refused } = await both(operation, (tenant) => ({
        path: idsOf(tenant, operation.pathParameters),
        query: operation.takesBody ? {} : more,
        body: operation.takesBody ? more : {},
      }));
      expect([operation.operationId, refused]).toEqual([operation.operationId, true]);
    }
  });

  it('refuses what is not there', async () => {
    for (const operation of operations) {
      const last = operation.pathParameters.at(-1);
      if (!last) continue;
      const nowhere = randomUUID();
      const { refused } = await both(operation, (tenant) => ({
        path: { ...idsOf(tenant, operation.pathParameters), [last]: nowhere },
        query: {},
        body: {},
      }));
      expect([operation.operationId, refused]).toEqual([operation.operationId, true]);
    }
  });

  it('refuses what is out of bounds', async () => {
    const tried = new Map<string, number>();
    for (const operation of operations) {
      for (const name of queryOf(operation)) {
        // Many operations have a parameter of this name: each gets another of the values.
        const turn = tried.get(name) ?? 0;
        tried.set(name, turn + 1);
        const value = OUT_OF_BOUNDS[turn % OUT_OF_BOUNDS.length];
        await both(operation, (tenant) => ({
          path: idsOf(tenant, operation.pathParameters),
          query: { [name]: value },
          body: {},
        }));
      }
      if (operation.takesBody)
        await both(operation, (tenant) => ({
          path: idsOf(tenant, operation.pathParameters),
          query: {},
          body: completedOf(operation),
        }));
    }
  });

  it('does the same, one after the other', async () => {
    // Of other tenants: the audit log holds refusals from before, of which the command line sends fewer.
    await other.close();
    await openBoth();
    const outcomes = new Map<boolean, number>();
    for (const operation of operations) {
      const example = exampleFor(operation);
      const { refused } = await both(operation, (tenant) => ({
        path: idsOf(tenant, operation.pathParameters),
        query: {},
        body: { ...example, ...(example && 'currentPassword' in example && { currentPassword: PASSWORD }) },
        stream: operation.takes && Object.values(operation.takes.mediaTypes)[0],
      }));
      outcomes.set(refused, (outcomes.get(refused) ?? 0) + 1);
    }
    // Most of the examples work on what every tenant has; if not, this compares refusals only.
    expect(outcomes.get(false)).toBeGreaterThan(outcomes.get(true) ?? 0);
  });
});

/** The fields that the command line fills in, where a body has them. The version is never that of a record. */
function completedOf(operation: RegisteredOperation): Record<string, unknown> {
  const example = exampleFor(operation) ?? {};
  const values = { idempotencyKey: 'the-key', expectedVersion: 999, occurredAt: NOW, observedAt: NOW };
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in example));
}

/** The first, where there is one for each kind of body. */
function exampleFor(operation: RegisteredOperation): object | undefined {
  const body = documented(operation).requestBody?.content['application/json'];
  return body && (examplesIn(body)[0] as object);
}

function queryOf(operation: RegisteredOperation): string[] {
  return documented(operation)
    .parameters.filter((one) => one.in === 'query')
    .map(({ name }) => name);
}

function documented({ path, method }: RegisteredOperation): ApiOperation {
  const operation = paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not in openapi.json`);
  return operation;
}

/** Without what tenants cannot share: identifiers, times, addresses, digests, secrets, and names that count up. */
function masked(outcome: Outcome): Outcome {
  const text = JSON.stringify(outcome)
    // REST says where a parameter stands; a tool has only arguments.
    .replace(/"path":"(?:query|path)\.([\w.]+)"/g, (_whole, name: string) => `"path":"/${name.replaceAll('.', '/')}"`)
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/\w{3}, \d\d \w{3} \d{4} [\d:]{8} \+0000/g, '<time>')
    .replace(/<id>@example\.com/g, '<email>')
    .replace(/<[\d.]+@mail\.example\.com>/g, '<message>')
    .replace(/"audience":"[^"]+"/g, '"audience":"<own>"')
    .replace(/"[0-9a-f]{16}"/g, '"<digest>"')
    .replace(/"\d{13}_\d+_\d+"/g, '"<position>"')
    // It is written later, for many uses at once.
    .replace(/"lastUsedAt":(?:null|"<time>")/g, '"lastUsedAt":"<time or none>"')
    .replace(/"durationMs":\d+/g, '"durationMs":"<milliseconds>"')
    .replace(/"lagSeconds":\d+/g, '"lagSeconds":"<seconds>"')
    .replace(/"whsec_[^"]+"/g, '"<secret>"')
    .replace(/"hint":"[^"]{4}"/g, '"hint":"<hint>"')
    // Only a tool names it in the body.
    .replace(/,\{[^{}]*"field":"audience"[^{}]*\}/g, '')
    .replace(/"surface":"(?:rest|mcp)"/g, '"surface":"<surface>"')
    .replace(/"client":(?:null|"[^"]*")/g, '"client":"<program>"')
    .replace(/\b[0-9a-f]{64}\b/g, '<sha256>')
    .replace(/"elapsedSeconds":\d+/g, '"elapsedSeconds":"<seconds>"')
    .replace(/"(value|secret)":"[\w-]{32,43}"/g, '"$1":"<random>"')
    .replace(/"Workspace \d+"/g, '"<name>"')
    .replace(/"c[akt]_[0-9A-Za-z]+"/g, '"<secret>"');
  return JSON.parse(text) as Outcome;
}
