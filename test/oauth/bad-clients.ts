import { issueSecret } from '../../src/common/secrets/token';
import type { TestKey } from '../factories/key';

const basic = (pair: string | Buffer): string => `Basic ${Buffer.from(pair).toString('base64')}`;

/**
 * Authorization headers that authenticate no client: title and value. `revoked` and `other` are keys beside the valid
 * one.
 */
export function badClients(
  { id, secret }: TestKey,
  revoked: TestKey,
  other: TestKey,
): readonly [title: string, authorization: string | undefined][] {
  const pair = `${id}:${secret}`;
  const encoded = Buffer.from(pair).toString('base64');
  return [
    ['none', undefined],
    ['empty', ''],
    ['the scheme alone', 'Basic'],
    ['the scheme and a space', 'Basic '],
    ['a scheme that is glued', `Basic${encoded}`],
    ['a tab for the space', `Basic\t${encoded}`],
    ['no scheme', encoded],
    ['another scheme', `Digest ${encoded}`],
    ['the key as bearer', `Bearer ${secret}`],
    ['Basic behind Bearer', `Bearer x, Basic ${encoded}`],
    ['two values', `Basic ${encoded}, Basic ${encoded}`],
    ['no base64', `Basic ${pair}`],
    ['base64 with a hole', `Basic ${encoded.slice(0, 10)} ${encoded.slice(10)}`],
    ['base64url', basic(`${id}:ÿ`).replace('/', '_')],
    ['too much padding', `Basic ${encoded.replace(/=*$/, '')}====`],
    ['no UTF-8', basic(Buffer.from([0xff, 0xfe, 0x3a, 0xff]))],
    ['no colon', basic(id + secret)],
    ['nothing but a colon', basic(':')],
    ['no id', basic(`:${secret}`)],
    ['no secret', basic(`${id}:`)],
    ['the id twice', basic(`${id}:${id}`)],
    ['the secret twice', basic(`${secret}:${secret}`)],
    ['secret before id', basic(`${secret}:${id}`)],
    ['an unknown id', basic(`0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c:${secret}`)],
    ['an id that is no UUID', basic(`x:${secret}`)],
    ['an id with SQL', basic(`${id}' OR 1=1:${secret}`)],
    ['an id with U+0000', basic(`${id}\u0000:${secret}`)],
    ['an id in braces', basic(`{${id}}:${secret}`)],
    ['an id without hyphens', basic(`${id.replace(/-/g, '')}:${secret}`)],
    ['an id with a space', basic(` ${id}:${secret}`)],
    ['a secret with a space', basic(`${id}:${secret} `)],
    ['a plus, which is a space', basic(`${id}:${secret}+`)],
    ['a percent sign that begins nothing', basic(`${id}:${secret}%`)],
    ['a percent sign before no digits', basic(`${id}:%zz${secret}`)],
    ['percent-encoding that is no UTF-8', basic(`${id}:%ff${secret}`)],
    ['percent-encoding twice', basic(`${id}:${secret.replace('_', '%255F')}`)],
    ['a secret of another key', basic(`${id}:${other.secret}`)],
    ['an unknown secret', basic(`${id}:${issueSecret('ck_')}`)],
    ['a secret with a typing error', basic(`${id}:${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`)],
    ['a secret in capitals', basic(`${id}:${secret.toUpperCase()}`)],
    ['half a secret', basic(`${id}:${secret.slice(0, 30)}`)],
    ['a secret with more behind it', basic(`${id}:${secret}:x`)],
    ['another kind of secret', basic(`${id}:${issueSecret('ca_')}`)],
    ['a token for the secret', basic(`${id}:${issueSecret('ct_')}`)],
    ['a key that is revoked', basic(`${revoked.id}:${revoked.secret}`)],
    ['a very long secret', basic(`${id}:${'x'.repeat(5000)}`)],
  ];
}
