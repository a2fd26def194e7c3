import type { RegisteredOperation } from '../../src/common/operations/registered-operation';
import { OperationRegistry } from '../../src/common/registry/operation.registry';
import type { ApiOperation, Schema } from '../../src/openapi/document.types';
import { exampleOf } from '../../src/openapi/examples';
import { resolvedSchema } from '../../src/openapi/resolved-schema';
import { anAgent } from '../factories/agent';
import { committedDocument } from '../support/committed-document';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { takes } from '../contract/case';
import { Cast } from '../contract/cast';

const document = committedDocument();

/** A number that an operation takes: in its query, or in its body, by the names that lead to it. */
interface NumberInput {
  operationId: string;
  place: 'query' | 'body';
  path: readonly string[];
  schema: Schema;
  /** What has to be there besides. */
  rest: Record<string, unknown>;
}

/** For times of what happens as it is sent. */
const NOW = 'now';

/** A contact needs one of several fields; a head has a hash beside its number. */
const BESIDE: Readonly<Record<string, readonly string[]>> = { createContact: ['name'], verifyAuditLog: ['knownHead'] };

const inputs: NumberInput[] = Object.values(document.paths).flatMap((methods) =>
  Object.values(methods).flatMap((operation) => [...inQuery(operation), ...inBody(operation)]),
);
/** Its answer has no end. */
const isEndless = ({ operationId }: NumberInput): boolean => operationId === 'streamVisitorEvents';
/** A version, an episode, one of several that is not there; a key that came with another number. */
const UNDERSTOOD = ['version_conflict', 'association_invalid', 'not_found', 'idempotency_key_reused'];
const isWhole = (type: Schema['type']): boolean => [type].flat().includes('integer');
const isInteger = ({ schema }: NumberInput): boolean => isWhole(schema.type);
const named = (input: NumberInput): [string, NumberInput] => [`${input.operationId} ${input.path.join('.')}`, input];

/** Every number that a caller can send: at its bounds it works and comes back as it was, beyond them it is refused. */
describe('numbers', () => {
  let parley: Parley;
  let cast: Cast;
  let operations: Map<string, RegisteredOperation>;
  beforeAll(async () => {
    parley = await startParley();
    cast = await Cast.gather(parley);
    operations = new Map(parley.get(OperationRegistry).operations.map((one) => [one.operationId, one]));
  });
  afterAll(() => parley.stop());

  const send = async ({ operationId, place, path, rest }: NumberInput, value: number): Promise<Reply> => {
    const operation = operations.get(operationId)!;
    const { home } = cast;
    const { credentials, visitors } = takes(operation);
    const account = (): Promise<string> => (credentials ? cast.credential(home.owner) : cast.key(home));
    const token = visitors ? await cast.visitor(home) : await account();
    const filled = operation.path.replace(/\{(\w+)\}/g, (_match, name: string) => home.ids[name]!);
    return place === 'query'
      ? parley.call(operation.method, filled, {
          token,
          query: { ...rest, [path[0]!]: value } as Record<string, string>,
        })
      : parley.call(operation.method, filled, { token, body: merged(ofNow(rest), path, value) });
  };

  it('are there', () => {
    expect(inputs.filter(isInteger).length).toBeGreaterThan(9);
    expect(inputs.map(({ path }) => path.at(-1))).toEqual(expect.arrayContaining(['rateLimitPerMinute', 'offset']));
  });

  it.each(inputs.filter(isInteger).map(named))('%s has bounds that JSON can carry', (_name, { schema }) => {
    expect(Number.isSafeInteger(schema['minimum'])).toBe(true);
    expect(Number.isSafeInteger(schema['maximum'])).toBe(true);
  });

  const ending = inputs.filter((input) => !isEndless(input));
  it.each(ending.map(named))('%s works at its bounds and comes back as it was', async (_name, input) => {
    for (const value of bounds(input.schema)) {
      const { status, body, text } = await send(input, value);
      if (status >= 300 && !UNDERSTOOD.includes(body.code)) throw new Error(`${value}: ${status} ${text}`);
      // Past the end is at the end.
      if (input.operationId === 'createSlaPolicy' && input.path[0] === 'position') continue;
      const valueAtPath = input.path.reduce<unknown>(
        (at, name) => (at as Record<string, unknown> | undefined)?.[name],
        body,
      );
      if (valueAtPath !== undefined) expect(valueAtPath).toBe(value);
    }
  });

  it.each(inputs.map(named))('%s is refused beyond its bounds', async (_name, input) => {
    for (const value of beyond(input.schema)) {
      const { status, body } = await send(input, value);
      expect([value, status, body.code]).toEqual([value, 400, 'validation_failed']);
    }
  });

  it.each([0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1])('an agent with a limit of %d answers', async (limit) => {
    const { home } = cast;
    const agent = await anAgent(parley, home.workspace, home.admin, { rateLimitPerMinute: limit });
    const path = `/workspaces/${home.workspace.id}/agents/${agent.id}`;
    const { status, headers } = await parley.call('POST', `${path}/chat`, {
      token: home.key.secret,
      body: { message: 'Hello?' },
    });
    expect(status).toBe(200);
    expect(headers.get('ratelimit-limit')).toBe(limit === 0 ? null : String(limit));
    expect(headers.get('ratelimit-remaining')).toBe(limit === 0 ? null : String(limit - 1));
    // Counted as exactly as it is reported.
    const key = `agent:${agent.id}`;
    await parley.database.query('UPDATE rate_limits SET hits = $2 WHERE key = $1', [key, Math.max(1, limit - 1)]);
    const more = (): Promise<Reply> =>
      parley.call('POST', `${path}/chat`, { token: home.key.secret, body: { message: 'Hello?' } });
    const [last, over] = [await more(), await more()];
    expect([last.status, over.status]).toEqual(limit === 0 ? [200, 200] : [limit === 1 ? 429 : 200, 429]);
    const list = await parley.call('GET', `/workspaces/${home.workspace.id}/agents`, { token: home.key.secret });
    const listed = (list.body as { id: string; rateLimitPerMinute: number }[]).find(({ id }) => id === agent.id);
    expect(listed?.rateLimitPerMinute).toBe(limit);
  });
});

function inQuery({ operationId, parameters }: ApiOperation): NumberInput[] {
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const needed = Object.fromEntries(required.map(({ name, schema }) => [name, schema['enum']?.[0]]));
  return parameters
    .filter((parameter) => parameter.in === 'query' && isNumber(parameter.schema))
    .map(({ name, schema }) => ({ operationId, place: 'query', path: [name], schema, rest: needed }));
}

function inBody({ operationId, requestBody }: ApiOperation): NumberInput[] {
  const content = requestBody?.content['application/json'];
  if (!content) return [];
  const schema = resolvedSchema(content.schema, document.components.schemas);
  const example = exampleOf(schema, document.components.schemas) as Record<string, unknown>;
  const needed = BESIDE[operationId] ?? schema.required ?? [];
  const isInstant = (name: string): boolean => schema.properties?.[name]?.['format'] === 'date-time';
  const input = Object.fromEntries(needed.map((name) => [name, isInstant(name) ? NOW : example[name]]));
  // Only what has an address is fetched again.
  const rest = operationId === 'createSource' ? { ...input, type: 'url', url: 'https://docs.example/' } : input;
  return numbersIn(schema, []).map((found) => ({ operationId, place: 'body', rest, ...found }));
}

function numbersIn(schema: Schema, path: readonly string[]): { path: readonly string[]; schema: Schema }[] {
  const { properties = {}, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
  return [
    ...(isNumber(schema) ? [{ path, schema }] : []),
    ...Object.entries(properties).flatMap(([name, inner]) => numbersIn(inner, [...path, name])),
    ...(typeof additionalProperties === 'object' ? numbersIn(additionalProperties, [...path, 'any']) : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((inner) => numbersIn(inner, path)),
  ];
}

function isNumber({ type }: Schema): boolean {
  return [type].flat().some((one) => one === 'integer' || one === 'number');
}

/** What the schema admits at its ends, and where numbers change their form; without bounds all that a double can be. */
function bounds({ type, minimum, maximum }: Schema): number[] {
  const min = (minimum as number | undefined) ?? -Number.MAX_VALUE;
  const max = (maximum as number | undefined) ?? Number.MAX_VALUE;
  const borders = [2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1].filter((border) => border > min && border < max);
  return [...new Set([min, ...(isWhole(type) ? [] : [Number.MIN_VALUE]), ...borders, max])];
}

function beyond({ type, minimum, maximum }: Schema): number[] {
  const fraction = isWhole(type) ? [Number(minimum) + 0.5] : [];
  return [
    ...(minimum === undefined ? [] : [Number(minimum) - 1]),
    ...(maximum === undefined ? [] : [Number(maximum) + 1, Number.MAX_VALUE]),
    ...fraction,
  ];
}

function ofNow(rest: Record<string, unknown>): Record<string, unknown> {
  const now = new Date().toISOString();
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value === NOW ? now : value]));
}

function merged(rest: Record<string, unknown>, [name = '', ...path]: readonly string[], value: number): object {
  if (path.length === 0) return { ...rest, [name]: value };
  return { ...rest, [name]: merged((rest[name] ?? {}) as Record<string, unknown>, path, value) };
}
