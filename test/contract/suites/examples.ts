import assert from 'node:assert/strict';
import type { RegisteredOperation } from '../../../src/common/operations/registered-operation';
import type { ApiOperation } from '../../../src/openapi/document.types';
import { examplesIn } from '../../../src/openapi/examples';
import { anAccount } from '../../factories/account';
import { theVisitorOf } from '../../factories/visitor';
import type { CallOptions, Reply } from '../../support/call';
import type { Parley } from '../../support/parley';
import { takes } from '../case';
import type { Filled } from '../example-preparations';
import { aTenant, idsOf } from '../tenant';
import type { Tenant } from '../tenant.types';
import type { Runner } from './runner';
import { operationsOf, registeredOf, type Subject } from './subject';

/** One request of the document: the examples of its parameters, and one of those of its body. */
interface DocumentedRequest {
  operation: RegisteredOperation;
  query: Record<string, string>;
  mediaType: string | null;
  body: unknown;
}

/** The person of the examples. Registered once, as in any installation. */
const ADA = 'ada@example.com';

/**
 * Every example of every operation works as it is: Swagger UI sends it at the first click. Only ids, and what an installation keeps for
 * itself, are filled in. All that do not end their records are sent to the same ones, one after the other.
 */
export function describeExamples(subject: Subject, { describe, it, beforeAll, afterAll }: Runner): void {
  describe('the examples of the OpenAPI document', () => {
    let parley: Parley;
    let home: Tenant;
    beforeAll(async () => {
      parley = await subject.start();
      home = await aTenant(parley, subject, { person: await anAccount(parley, { email: ADA }) });
    });
    afterAll(() => parley.stop());

    const declared = operationsOf(subject);

    it('are prepared for operations that exist', async () => {
      const known = new Set(declared.map(({ operationId }) => operationId));
      const unknown = Object.keys(subject.prepare).filter((operationId) => !known.has(operationId));
      assert.deepEqual(unknown, []);
    });

    for (const { operationId } of declared) {
      it(`${operationId} works at the first try`, async () => {
        const operation = registeredOf(parley, subject).get(operationId)!;
        const preparation = subject.prepare[operationId];
        const wrong: string[] = [];
        for (const request of requestsOf(operation, parley)) {
          const spends = endsIts(operation, request) || preparation?.spends !== undefined;
          const names = preparation?.fill ? undefined : namesIn(request);
          const tenant = spends ? await aTenant(parley, subject, { names }) : home;
          const filled = (await preparation?.fill?.({ parley, tenant, body: request.body })) ?? {};
          const reply = await send(request, { parley, tenant, filled });
          const entries = await entriesOf(reply, parley);
          const refusal = preparation?.refuses?.(request.body);
          const works = refusal
            ? (reply.body as { code?: string }).code === refusal
            : reply.status === operation.status;
          if (!works) wrong.push(`${JSON.stringify(request.body)}: ${reply.status} ${reply.text}`);
          const isRecorded = typeof operation.audit === 'object' && reply.status < 300;
          if (!refusal && entries !== (isRecorded ? 1 : 0)) wrong.push(`it has ${entries} entries in the audit log`);
        }
        assert.deepEqual(wrong, []);
      });
    }
  });
}

/** How many entries the audit log has of the request. */
async function entriesOf({ headers }: Reply, parley: Parley): Promise<number> {
  const [row] = await parley.database.query<{ count: number }[]>(
    'SELECT count(*)::int AS count FROM audit_entries WHERE request_id = $1',
    [headers.get('x-request-id')],
  );
  return row!.count;
}

/** What a request can name; to make one of everything takes half of a second. */
function namesIn({ operation, query, body }: DocumentedRequest): string[] {
  return [...operation.pathParameters, ...Object.keys(query), ...Object.keys(body ?? {})];
}

/** A request that removes its record, or expects a version of it, gets records of its own. */
function endsIts({ method }: RegisteredOperation, { body }: DocumentedRequest): boolean {
  return method === 'DELETE' || (typeof body === 'object' && body !== null && 'expectedVersion' in body);
}

function requestsOf(operation: RegisteredOperation, { document }: Parley): DocumentedRequest[] {
  const described = document.paths[operation.path]![operation.method.toLowerCase()]!;
  const request = { operation, query: queryOf(described) };
  const bodies = Object.entries(described.requestBody?.content ?? {}).flatMap(([mediaType, type]) =>
    examplesIn(type).map((body) => ({ ...request, mediaType, body })),
  );
  return bodies.length > 0 ? bodies : [{ ...request, mediaType: null, body: undefined }];
}

/** With every optional parameter that has an example or a default. Swagger UI chooses the first value of a required one itself. */
function queryOf({ parameters }: ApiOperation): Record<string, string> {
  const examples = parameters
    .filter((one) => one.in === 'query')
    .map(({ name, example, schema, required }): [string, unknown] => [
      name,
      example ?? schema.examples?.[0] ?? schema.default ?? (required ? schema.enum?.[0] : undefined),
    ]);
  return Object.fromEntries(
    examples.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]),
  );
}

async function send(
  { operation, query, mediaType, body }: DocumentedRequest,
  { parley, tenant, filled }: { parley: Parley; tenant: Tenant; filled: Filled },
) {
  const ids = { ...idsOf(tenant, operation.pathParameters), ...filled.ids };
  const path = operation.path.replace(/\{(\w+)\}/g, (_match, name: string) => ids[name]!);
  const by = await callerOf(operation, { parley, tenant });
  const isForm = mediaType === 'application/x-www-form-urlencoded';
  const sent = mediaType === 'application/json' ? { ...withIds(body as object, ids), ...filled.body } : body;
  return parley.call(operation.method, path, {
    ...by,
    query: withIds(query, ids) as Record<string, string>,
    ...(mediaType && { body: isForm ? new URLSearchParams(body as Record<string, string>).toString() : sent }),
    headers: { ...by.headers, ...(mediaType && { 'content-type': mediaType }) },
  });
}

/** A field with the name of a path parameter means the same record as in a path. */
function withIds(fields: object, ids: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, ids[name] ?? (value as unknown)]));
}

/** A caller that the operation admits, as the description of its access says. */
async function callerOf(
  operation: RegisteredOperation,
  { parley, tenant }: { parley: Parley; tenant: Tenant },
): Promise<CallOptions> {
  const { sessions, credentials, keys, visitors } = takes(operation);
  if (credentials) return { token: tenant.admin.secret };
  if (keys) return { token: tenant.key.secret };
  if (visitors) return { token: await theVisitorOf(parley, conversationOf(tenant)) };
  if (sessions) return { cookie: tenant.owner.cookie, origin: parley.settings.values.PUBLIC_URL };
  // A browser adds its page's origin by itself.
  if (operation.access.kind !== 'client') return { origin: parley.settings.values.PUBLIC_URL };
  const pair = Buffer.from(`${tenant.key.id}:${tenant.key.secret}`).toString('base64');
  return { headers: { authorization: `Basic ${pair}` } };
}

function conversationOf({ workspace, ids }: Tenant): { workspaceId: string; agentId: string; id: string } {
  return { workspaceId: workspace.id, agentId: ids['agentId']!, id: ids['conversationId']! };
}
