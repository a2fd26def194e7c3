import { gzipSync } from 'node:zlib';
import type { RegisteredOperation } from '../../src/common/operations/registered-operation';
import { OperationRegistry } from '../../src/common/registry/operation.registry';
import { Cast } from '../contract/cast';
import { aToken } from '../factories/key';
import { committedDocument } from '../support/committed-document';
import { type Parley, startParley } from '../support/parley';
import { raw, type RawReply } from '../support/raw';
import { callerOf, stringFields, withValue } from './every-input';

const document = committedDocument();
const described = Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** What no UTF-8 has (RFC 3629 §3), as it may stand in a text. */
const NOT_UTF8: Record<string, number[]> = {
  'a byte that no character has': [0x61, 0xff, 0x61],
  'Latin-1': [0x63, 0x61, 0x66, 0xe9],
  'a continuation without a beginning': [0x80],
  'a beginning without a continuation': [0xc3, 0x61],
  'two bytes for what needs one': [0xc0, 0xaf],
  'three bytes for what needs one': [0xe0, 0x80, 0xaf],
  'four bytes for what needs one': [0xf0, 0x80, 0x80, 0xaf],
  'an overlong U+0000': [0xc0, 0x80],
  'a high surrogate': [0xed, 0xa0, 0x80],
  'a pair of surrogates': [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80],
  'what is beyond U+10FFFF': [0xf4, 0x90, 0x80, 0x80],
  'five bytes': [0xf8, 0x88, 0x80, 0x80, 0x80],
};
/** Each leads to U+0000 or to half a character once the JSON is read. */
const UNSTORABLE = ['a\u0000b', '\u0000', '\ud800', 'x\udfff', '\udc00\ud800'];
/** Operations with a body that holds no text. */
const WITHOUT_TEXT: readonly string[] = [
  'closeConversation',
  'eraseVisitorData',
  'reopenConversation',
  'retryInboxMessage',
  'rotateWebhookSecret',
  'markVisitorRead',
  'setTyping',
  'setVisitorTyping',
  'undoInboxMessage',
  'updateAgentTokenBudget',
  'updateRetention',
  'updateSourceSchedule',
];

describe('text', () => {
  let parley: Parley;
  let cast: Cast;
  let operations: Map<string, RegisteredOperation>;
  let secret: string;
  beforeAll(async () => {
    parley = await startParley();
    operations = new Map(parley.get(OperationRegistry).operations.map((one) => [one.operationId, one]));
    cast = await Cast.gather(parley);
    secret = await cast.credential(cast.home.owner);
  });
  afterAll(() => parley.stop());

  const json = (bytes: readonly number[]): Buffer =>
    Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]);
  const rename = (body: readonly (Buffer | string)[], headers: Record<string, string> = {}): Promise<RawReply> =>
    raw(parley.url, 'PATCH', `/api/v1/workspaces/${cast.home.workspace.id}`, {
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers },
      body,
    });
  const codeOf = ({ status, text }: RawReply): unknown[] => [status, (JSON.parse(text) as { code?: string }).code];
  const nameNow = async (): Promise<string> => {
    return (await parley.call('GET', `/workspaces/${cast.home.workspace.id}`, { token: secret })).body.name as string;
  };

  describe('of JSON', () => {
    it.each(Object.entries(NOT_UTF8))('is malformed with %s, in values and in names', async (_what, bytes) => {
      const before = await nameNow();
      const name = Buffer.concat([Buffer.from('{"'), Buffer.from(bytes), Buffer.from('":1}')]);
      for (const body of [json(bytes), name]) expect(codeOf(await rename([body]))).toEqual([400, 'malformed_json']);
      const packed = await rename([gzipSync(json(bytes))], { 'content-encoding': 'gzip' });
      expect(codeOf(packed)).toEqual([400, 'malformed_json']);
      expect(await nameNow()).toBe(before);
    });

    it('is malformed where it ends within a character', async () => {
      for (const end of [[0xe2, 0x82], [0xf0, 0x9f, 0x92], [0xc3]]) {
        expect(codeOf(await rename([Buffer.from('"x'), Buffer.from(end)]))).toEqual([400, 'malformed_json']);
      }
    });

    it('is malformed for MCP as well, before authentication', async () => {
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      for (const path of ['/mcp', '/mcp/docs']) {
        const reply = await raw(parley.url, 'POST', path, { headers, body: [json([0xff])] });
        expect(codeOf(reply)).toEqual([400, 'malformed_json']);
      }
    });

    it('is kept as it was sent, wherever it was cut on its way', async () => {
      const text = 'Café 💥 ￿ \ue000 日本';
      const bytes = Buffer.from(JSON.stringify({ name: text }));
      const reply = await rename([...bytes].map((byte) => Buffer.from([byte])));
      expect(JSON.parse(reply.text)).toMatchObject({ name: text });
    });

    it('may begin with a byte order mark, which is no part of it', async () => {
      const marked = await rename(['\ufeff{"name":"Marked"}']);
      expect(JSON.parse(marked.text)).toMatchObject({ name: 'Marked' });
      expect(codeOf(await rename(['\ufeff\ufeff{"name":"Marked twice"}']))).toEqual([400, 'malformed_json']);
    });

    it.each(['utf-16', 'utf-16le', 'utf-16be', 'utf-32', 'utf-7', 'iso-8859-1', 'cesu-8', 'nonsense'])(
      'is not taken in %s',
      async (charset) => {
        const bytes = Buffer.from('{"name":"x"}', 'utf16le');
        for (const body of [bytes, Buffer.from('{"name":"x"}')]) {
          const reply = await rename([body], { 'content-type': `application/json; charset=${charset}` });
          expect(codeOf(reply)).toEqual([400, 'unsupported_media_type']);
        }
      },
    );

    it.each(['utf-8', 'UTF-8', '"utf-8"'])('is taken in %s', async (charset) => {
      const reply = await rename([`{"name":"In ${charset.replace(/"/g, "'")}"}`], {
        'content-type': `application/json; charset=${charset}`,
      });
      expect(reply.status).toBe(200);
    });
  });

  describe('of every input', () => {
    it.each(
      described
        .filter((one) => one.requestBody?.content['application/json'] && !WITHOUT_TEXT.includes(one.operationId))
        .map((one) => [one.operationId, one] as const),
    )('%s refuses what cannot be stored, and names the field', async (operationId, description) => {
      const operation = operations.get(operationId)!;
      const fields = stringFields(description, document);
      expect(fields.length).toBeGreaterThan(0);
      const wrong: unknown[] = [];
      for (const [index, field] of fields.entries()) {
        const value = UNSTORABLE[index % UNSTORABLE.length]!;
        const reply = await parley.call(operation.method, filled(operation), {
          ...(await callerOf(parley, cast, operation)),
          body: withValue(field, value),
        });
        const named = reply.body?.details?.[0] as { path: string; code: string } | undefined;
        if (reply.status !== 400 || named?.path !== field || named.code !== 'invalid_character') {
          wrong.push([field, value, reply.status, reply.text]);
        }
      }
      expect(wrong).toEqual([]);
    });

    it.each(described.filter((one) => one.parameters.some((parameter) => parameter.in === 'query')))(
      '$operationId refuses queries that are no text, and names the parameter',
      async ({ operationId, parameters }) => {
        const operation = operations.get(operationId)!;
        const { headers } = await callerOf(parley, cast, operation);
        for (const { name } of parameters.filter((parameter) => parameter.in === 'query')) {
          for (const value of ['a%00b', '%ff', '%', '%zz', '%C0%AF', '%ED%A0%80', '+%e2%82']) {
            const path = `/api/v1${filled(operation)}?${name}=${value}`;
            const { status, text } = await raw(parley.url, operation.method, path, { headers });
            expect([value, status, JSON.parse(text)]).toMatchObject([
              value,
              400,
              { code: 'validation_failed', details: [{ path: `query.${name}`, code: 'invalid_character' }] },
            ]);
          }
        }
      },
    );

    it('refuses names in queries that are no text', async () => {
      const headers = { authorization: `Bearer ${secret}` };
      for (const query of ['%ff=1', '%zz', 'limit=1&%C0%AF=2']) {
        const { status, text } = await raw(parley.url, 'GET', `/api/v1/account-credentials?${query}`, { headers });
        expect([query, status, JSON.parse(text)]).toMatchObject([
          query,
          400,
          { details: [{ path: 'query', code: 'invalid_character' }] },
        ]);
      }
    });

    it.each(['%00', 'a%00b', '%ff', '%zz', '%C0%AF', '%ED%A0%80'])(
      'no path breaks anything with %s',
      async (segment) => {
        const wrong: unknown[] = [];
        for (const operation of operations.values()) {
          if (operation.pathParameters.length === 0) continue;
          const path = operation.path.replace(/\{(\w+)\}/g, segment);
          const { headers } = await callerOf(parley, cast, operation);
          const { status } = await raw(parley.url, operation.method, `/api/v1${path}`, { headers });
          if (status !== 400 && status !== 404) wrong.push([operation.operationId, status]);
        }
        expect(wrong).toEqual([]);
      },
    );

    const filled = ({ path }: RegisteredOperation): string =>
      path.replace(/\{(\w+)\}/g, (_match, name: string) => cast.home.ids[name] ?? '');
  });

  it('of headers is safe, for any bytes', async () => {
    const odd = '\u00ff\u00c3\u00a4\u0080';
    const body = JSON.stringify({ email: cast.home.owner.email, password: cast.home.owner.password });
    const headers = { 'content-type': 'application/json', 'user-agent': odd, 'x-request-id': odd };
    const reply = await raw(parley.url, 'POST', '/api/v1/sessions', { headers, body: [body] });
    expect(reply.status).toBe(201);
    for (const name of ['authorization', 'cookie', 'origin', 'if-none-match', 'accept', 'accept-language']) {
      const sent = { [name]: name === 'cookie' ? `parley_session=${odd}` : odd };
      const { status } = await raw(parley.url, 'GET', '/api/v1/workspaces', { headers: sent });
      expect([name, status]).toEqual([name, 401]);
    }
  });

  it('of an MCP call is refused as it is over HTTP', async () => {
    const mcp = await aToken(parley, cast.home.key, { resource: parley.settings.mcpUrl });
    const call = async (name: string, input: object, token: string): Promise<unknown> => {
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } };
      const headers = { accept: 'application/json, text/event-stream' };
      return (await parley.call('POST', '/mcp', { token, headers, body: message })).text;
    };
    for (const text of UNSTORABLE) {
      expect(await call('parley_list_agents', { workspaceId: text }, mcp)).toMatch(/not_found|validation_failed/);
      expect(await call(text, {}, mcp)).toContain('Unknown tool');
    }
  });
});
