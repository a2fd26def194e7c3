import { anAccount } from '../factories/account';
import { aKey, type TestKey } from '../factories/key';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';
import { raw, type RawReply } from '../support/raw';

/** How clients say who they are: RFC 7617 with the encoding of RFC 6749 §2.3.1. */
describe('Basic at the token endpoint', () => {
  let parley: Parley;
  let key: TestKey;
  beforeAll(async () => {
    parley = await startParley();
    key = await aKey(parley, await aWorkspace(parley, await anAccount(parley)));
  });
  afterAll(() => parley.stop());

  const send = (authorization: string, body = 'grant_type=client_credentials'): Promise<RawReply> =>
    raw(parley.url, 'POST', '/api/v1/oauth/token', {
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: [body],
    });
  const pair = (id: string, secret: string | Buffer): string =>
    Buffer.concat([Buffer.from(`${id}:`), Buffer.from(secret as string)]).toString('base64');
  const percent = (text: string): string =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const expectRefusal = ({ status, text, headers }: RawReply): void => {
    expect({ status, text }).toEqual({ status: 401, text: '{"error":"invalid_client"}' });
    expect(headers).toMatchObject({
      'www-authenticate': 'Basic realm="parley", charset="UTF-8"',
      'cache-control': 'no-store',
      pragma: 'no-cache',
    });
  };

  it('200 for the pair as it is, with one statement', async () => {
    const statements = await parley.statementsOf(async () => {
      expect((await send(`Basic ${pair(key.id, key.secret)}`)).status).toBe(200);
    });
    expect(statements).toHaveLength(1);
  });

  it.each(['%', 'Basic  %', 'basic %', 'BASIC   %  '])('200 for %j', async (form) => {
    const authorization = form.replace(
      '%',
      form === '%' ? `Basic ${pair(key.id, key.secret)}` : pair(key.id, key.secret),
    );
    expect((await send(authorization)).status).toBe(200);
  });

  it('200 for a pair with every character percent-encoded', async () => {
    expect((await send(`Basic ${pair(percent(key.id), percent(key.secret))}`)).status).toBe(200);
    expect((await send(`Basic ${pair(key.id.toUpperCase(), key.secret.replaceAll('_', '%5F'))}`)).status).toBe(200);
  });

  it('401 for a secret with one byte more, whichever it is, raw or encoded', async () => {
    const { id, secret } = key;
    // Those that mean something in a header, a form or a key, and a sample of the others.
    const bytes = new Set([...Buffer.from('\0\t\n\r %+:="\\_a0\x7f\x80\xff', 'latin1')]);
    for (let byte = 0; byte < 256; byte += process.env['EVERY_BYTE'] ? 1 : 11) bytes.add(byte);
    for (const byte of bytes) {
      const more = Buffer.from([byte]);
      const replies = await Promise.all(
        [
          Buffer.concat([Buffer.from(secret), more]),
          Buffer.concat([more, Buffer.from(secret)]),
          Buffer.from(`${secret}%${byte.toString(16).padStart(2, '0')}`),
        ].map((password) => send(`Basic ${pair(id, password)}`)),
      );
      replies.forEach(expectRefusal);
    }
  });

  it.each([
    ['no pair', 'Basic'],
    ['an empty pair', `Basic ${Buffer.from(':').toString('base64')}`],
    ['no colon', `Basic ${Buffer.from('x').toString('base64')}`],
    ['no Base64', 'Basic §'],
    ['no UTF-8', `Basic ${Buffer.from([0x3a, 0xff]).toString('base64')}`],
    ['half a percent sign', `Basic ${Buffer.from('a%:b').toString('base64')}`],
  ])('401 for %s, without a statement', async (_what, authorization) => {
    const statements = await parley.statementsOf(async () => {
      expectRefusal(await send(Buffer.from(authorization).toString('latin1')));
    });
    expect(statements).toEqual([]);
  });

  it('401 for a good pair under another scheme, or with more behind it', async () => {
    const good = pair(key.id, key.secret);
    for (const authorization of [
      `XBasic ${good}`,
      `Basically ${good}`,
      `Bearer ${good}`,
      `Basic ${good} x`,
      `Basic ${good}, Basic ${good}`,
      `Basic\t${good}`,
      `Basic ${good}!`,
    ]) {
      expectRefusal(await send(authorization));
    }
  });

  it.each(['access_token', 'client_id'])('401 for the secret as %s in the form', async (name) => {
    const body = `grant_type=client_credentials&${name}=${key.secret}`;
    const reply = await raw(parley.url, 'POST', '/api/v1/oauth/token', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: [body],
    });
    expectRefusal(reply);
  });
});
