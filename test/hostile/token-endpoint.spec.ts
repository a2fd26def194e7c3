import { connect } from 'node:net';
import { anAccount } from '../factories/account';
import { aKey } from '../factories/key';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';
import { raw, type RawReply } from '../support/raw';

const PATH = '/api/v1/oauth/token';
const FORM = 'application/x-www-form-urlencoded';
const GOOD = 'grant_type=client_credentials';
/** As Express takes them for the same route. */
const SPELLINGS = [PATH, `${PATH}/`, '/api/v1/OAuth/Token', '/API/V1/oauth/token/', `${PATH}?a=b`, `${PATH}?%zz`];

/** Every failure of the token endpoint is `{"error": …}` with no-store. */
describe('failures of the token endpoint', () => {
  let parley: Parley;
  let authorization: string;
  beforeAll(async () => {
    parley = await startParley();
    const { id, secret } = await aKey(parley, await aWorkspace(parley, await anAccount(parley)));
    authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  });
  afterAll(() => parley.stop());

  const expectFailure = ({ status, headers, text }: RawReply, expected: number, error = 'invalid_request'): void => {
    expect({ status, text }).toEqual({ status: expected, text: JSON.stringify({ error }) });
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      pragma: 'no-cache',
    });
  };
  const send = (body: readonly (Buffer | string)[], headers: Record<string, string> = {}): Promise<RawReply> =>
    raw(parley.url, 'POST', PATH, { headers: { authorization, 'content-type': FORM, ...headers }, body });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'TRACE', 'PROPFIND', 'LINK'])(
    '405 for %s, however the path is spelled',
    async (method) => {
      for (const path of SPELLINGS) {
        const reply = await raw(parley.url, method, path, { headers: { authorization } });
        expectFailure(reply, 405);
        expect(reply.headers.allow).toBe('POST');
      }
    },
  );

  it('405 for HEAD, which has no body to say why', async () => {
    const { status, headers, text } = await raw(parley.url, 'HEAD', PATH);
    expect([status, text]).toEqual([405, '']);
    expect(headers).toMatchObject({ allow: 'POST', 'cache-control': 'no-store', pragma: 'no-cache' });
  });

  it('OPTIONS is no failure: pages ask so before they send anything', async () => {
    const { status, text } = await raw(parley.url, 'OPTIONS', PATH, {
      headers: { origin: 'https://elsewhere.example' },
    });
    expect([status, text]).toEqual([204, '']);
  });

  it('405 for another method, with any body', async () => {
    for (const [type, body] of [
      ['application/json', '{'],
      ['text/plain', 'x'],
      [FORM, GOOD],
    ] as const) {
      expectFailure(await raw(parley.url, 'PUT', PATH, { headers: { 'content-type': type }, body: [body] }), 405);
    }
  });

  it.each(SPELLINGS.slice(0, 4))('400 for a bad request to %s', async (path) => {
    for (const headers of [{}, { 'content-type': 'application/json' }, { 'content-type': FORM }]) {
      expectFailure(await raw(parley.url, 'POST', path, { headers: { authorization, ...headers }, body: ['x'] }), 400);
    }
  });

  it.each(['utf-16', 'iso-8859-1', 'utf-7', 'nonsense', '"'])('400 for the charset %s', async (charset) => {
    expectFailure(await send([GOOD], { 'content-type': `${FORM}; charset=${charset}` }), 400);
  });

  it.each(['gzip', 'br', 'nonsense'])('400 for what is said to be packed by %s, and is not', async (encoding) => {
    expectFailure(await send([GOOD], { 'content-encoding': encoding }), 400);
  });

  it('413 for a body that is too large', async () => {
    expectFailure(await send(['x='.padEnd(1_048_577, 'x')]), 413);
  });

  it.each([[[0xff]], [[0xc0, 0xaf]], [[0xe2, 0x82]], [[0xed, 0xa0, 0x80]]])(
    '400 for the bytes %j, also percent-encoded: they are no UTF-8',
    async (bytes) => {
      expectFailure(await send([`${GOOD}&x=`, Buffer.from(bytes)]), 400);
      const encoded = bytes.map((byte) => `%${byte.toString(16)}`).join('');
      for (const form of [`${GOOD}&x=${encoded}`, `${GOOD}&${encoded}=x`, `${GOOD}&scope=${encoded}`]) {
        expectFailure(await send([form]), 400);
      }
    },
  );

  it('400 for a percent sign that begins no byte', async () => {
    for (const form of [`${GOOD}&scope=%`, `${GOOD}&scope=%zz`, `%=${GOOD}`]) expectFailure(await send([form]), 400);
  });

  it.each(['grant_type', 'scope', 'resource', 'client_id', 'client_secret'])('400 for U+0000 in %s', async (name) => {
    const { status, text } = await send([`${name === 'grant_type' ? '' : `${GOOD}&`}${name}=a%00b`]);
    expect([status, Object.keys(JSON.parse(text) as object)]).toEqual([400, ['error']]);
  });

  /** What Node itself refuses is no answer of the endpoint's: it never hears of it. */
  it.each([
    ['a length that is no number', 'Content-Length: x\r\n\r\n'],
    ['two lengths', 'Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc'],
    ['chunks that are none', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['a length beside chunks', 'Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n'],
    ['an unknown encoding', 'Transfer-Encoding: nonsense\r\n\r\n'],
  ])('400 for %s, without a word', async (_what, rest) => {
    const answer = await bytesTo(parley, `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: ${FORM}\r\n${rest}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 [^{]*$/);
  });

  it('503 where something breaks', async () => {
    await parley.database.query('ALTER TABLE access_tokens RENAME TO elsewhere');
    const broken = await send([GOOD]);
    await parley.database.query('ALTER TABLE elsewhere RENAME TO access_tokens');
    expectFailure(broken, 503, 'temporarily_unavailable');
    expect(broken.headers['retry-after']).toBe('5');
  });

  it('and no others have that form', async () => {
    for (const path of ['/api/v1/oauth', '/api/v1/oauth/tokens', '/api/v1/oauth/token/x', '/oauth/token']) {
      const { status, text } = await raw(parley.url, 'GET', path);
      expect([status, JSON.parse(text)]).toMatchObject([404, { code: 'not_found' }]);
    }
  });
});

/** All that comes back for these bytes. */
function bytesTo(parley: Parley, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(new URL(parley.url).port), '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    socket.once('error', reject).once('close', () => resolve(answer));
  });
}
