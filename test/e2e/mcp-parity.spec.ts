import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { toolName } from '../../src/common/operations/operation.names';
import { OperationRegistry } from '../../src/common/operations/operation.registry';
import type { RegisteredOperation } from '../../src/common/operations/registered-operation';
import type { ApiDocument, ApiOperation } from '../../src/openapi/document.types';
import { aTenant, type Tenant } from '../contract/tenant';
import { PASSWORD } from '../factories/account';
import { aCredential } from '../factories/credential';
import { newClient, type McpClient } from '../support/mcp-clients';
import { type Parley, startParley } from '../support/parley';

const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as ApiDocument;

/** What a caller wants, without the places where REST wants it. */
interface Input {
  path: Record<string, string>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
}

interface Outcome {
  refused: boolean;
  body: unknown;
}

/** Two tenants that were made alike: what one does by REST, the other does over MCP, step by step. */
describe('an operation by REST and the same one as a tool', () => {
  let parley: Parley;
  let operations: readonly RegisteredOperation[];
  let byRest: Tenant;
  let overMcp: Tenant;
  let restSecret: string;
  let client: McpClient;
  beforeAll(async () => {
    parley = await startParley();
    operations = parley.get(OperationRegistry).operations.filter((operation) => toolName(operation) !== null);
    byRest = await aTenant(parley);
    overMcp = await aTenant(parley);
    restSecret = (await aCredential(parley, byRest.owner)).secret;
    const { secret } = await aCredential(parley, overMcp.owner, { audience: parley.settings.mcpUrl });
    client = await newClient(`${parley.url}/mcp`, { secret });
  });
  afterAll(async () => {
    await client.close();
    await parley.stop();
  });

  const rest = async ({ method, path, takesBody }: RegisteredOperation, input: Input): Promise<Outcome> => {
    const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => input.path[name] ?? '');
    const query = Object.fromEntries(Object.entries(input.query).map(([name, value]) => [name, String(value)]));
    const body = takesBody ? { body: input.body } : {};
    const reply = await parley.call(method, filled, { token: restSecret, query, ...body });
    const retryAfter = reply.headers.get('retry-after');
    const later = retryAfter === null ? {} : { retryAfterSeconds: Number(retryAfter) };
    const refused = reply.status >= 400;
    return { refused, body: refused ? { ...reply.body, ...later } : reply.body };
  };

  const tool = async (operation: RegisteredOperation, { path, query, body }: Input): Promise<Outcome> => {
    const own = Object.fromEntries(operation.pathParameters.map((name) => [name, path[name]]));
    const given = { ...own, ...query, ...body };
    const { isError = false, structuredContent, content } = await client.call(toolName(operation) ?? '', given);
    const isList = Array.isArray(operation.returns);
    const told = isError ? JSON.parse(content[0]?.text ?? '') : structuredContent;
    return { refused: isError, body: !isError && isList ? (told as { result: unknown }).result : (told as unknown) };
  };

  const both = async (operation: RegisteredOperation, inputFor: (tenant: Tenant) => Input): Promise<Outcome> => {
    const [said, told] = [await rest(operation, inputFor(byRest)), await tool(operation, inputFor(overMcp))];
    expect({ operation: operation.operationId, ...masked(told) }).toEqual({
      operation: operation.operationId,
      ...masked(said),
    });
    return said;
  };

  it('refuse what no field is called', async () => {
    for (const operation of operations) {
      const more = { unknown: 'x' };
      const { body } = await both(operation, ({ ids }) => ({
        path: ids,
        query: operation.takesBody ? {} : more,
        body: operation.takesBody ? more : {},
      }));
      expect([operation.operationId, (body as { code: string }).code]).toEqual([
        operation.operationId,
        'validation_failed',
      ]);
    }
  });

  it('refuse what is not there', async () => {
    for (const operation of operations) {
      const last = operation.pathParameters.at(-1);
      if (!last) continue;
      const nowhere = randomUUID();
      const { body } = await both(operation, ({ ids }) => ({ path: { ...ids, [last]: nowhere }, query: {}, body: {} }));
      expect([operation.operationId, (body as { code: string }).code]).toEqual([operation.operationId, 'not_found']);
    }
  });

  it('refuse what is out of bounds', async () => {
    for (const operation of operations) {
      const names = documented(operation)
        .parameters.filter((one) => one.in === 'query')
        .map(({ name }) => name);
      for (const name of names) {
        for (const value of ['', 'x'.repeat(300), -1]) {
          await both(operation, ({ ids }) => ({ path: ids, query: { [name]: value }, body: {} }));
        }
      }
      if (operation.takesBody) await both(operation, ({ ids }) => ({ path: ids, query: {}, body: {} }));
    }
  });

  it('do the same, one after the other', async () => {
    const outcomes = new Map<boolean, number>();
    for (const operation of operations) {
      const example = documented(operation).requestBody?.content['application/json']?.example as object | undefined;
      const { refused } = await both(operation, ({ ids }) => ({
        path: ids,
        query: {},
        body: { ...example, ...(example && 'currentPassword' in example && { currentPassword: PASSWORD }) },
      }));
      outcomes.set(refused, (outcomes.get(refused) ?? 0) + 1);
    }
    // Most of the examples work on what every tenant has; if not, this compares refusals only.
    expect(outcomes.get(false)).toBeGreaterThan((outcomes.get(true) ?? 0) * 2);
  });
});

function documented({ path, method }: RegisteredOperation): ApiOperation {
  const operation = paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not in openapi.json`);
  return operation;
}

/** Without what two tenants cannot share: identifiers, times, addresses, digests, and names that count up. */
function masked(outcome: Outcome): Outcome {
  const text = JSON.stringify(outcome)
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/<id>@example\.com/g, '<email>')
    .replace(/"audience":"[^"]+"/g, '"audience":"<own>"')
    .replace(/"[0-9a-f]{16}"/g, '"<digest>"')
    .replace(/"Workspace \d+"/g, '"<name>"')
    .replace(/"c[ak]_[0-9A-Za-z]{4}"/g, '"<prefix>"');
  return JSON.parse(text) as Outcome;
}
