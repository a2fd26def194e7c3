import { importJWK, jwtVerify } from 'jose';
import { createECDH } from 'node:crypto';
import { generateRequestDetails, generateVAPIDKeys } from 'web-push';
import { EnvironmentSettings } from '../../src/config/settings';
import { Settings } from '../../src/config/load-settings';
import type { PushKeysService } from '../../src/notifications/push/push-keys.service';
import { MOST_BYTES, payloadOf, topicOf } from '../../src/notifications/push/push-payload';
import type { PushMessage } from '../../src/notifications/push/push-message.types';
import { SenderProofs } from '../../src/notifications/push/sender-proofs';
import { verdictOn } from '../../src/notifications/push/push-verdict';
import { PushReceiver } from '../support/push-receiver';

interface EncryptedContent {
  encrypt: (text: Buffer, parameters: object) => Buffer;
}
/** What web-push encrypts with; it has no types. */
// oxlint-disable-next-line typescript/no-require-imports -- as above
const encryptedContent = require('http_ece') as EncryptedContent;

const bytes = (base64url: string) => Buffer.from(base64url, 'base64url');

describe('RFC 8291, appendix A', () => {
  const TEXT = 'When I grow up, I want to be a watermelon';
  const AUTH = bytes('BTBZMqHH6r4Tts7J_aSIgg');
  const RECEIVER = bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94');
  const SENDER = bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw');
  const SALT = 'DGv6ra1nlYgDCS1FRnbzlw';
  const BODY = bytes(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y' +
      'l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
  const receiver = new PushReceiver(RECEIVER, AUTH);

  it('is opened by the receiver that the other tests open messages with', () => {
    expect(receiver.keys.p256dh).toBe(
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    );
    expect(receiver.open(BODY)).toBe(TEXT);
    const changed = Buffer.from(BODY);
    changed[changed.length - 1]! ^= 1;
    expect(() => receiver.open(changed)).toThrow();
  });

  it('is what the library makes of its keys and salt', () => {
    const sender = createECDH('prime256v1');
    sender.setPrivateKey(SENDER);
    const { p256dh: dh, auth: authSecret } = receiver.keys;
    const made = encryptedContent.encrypt(Buffer.from(TEXT), {
      version: 'aes128gcm',
      privateKey: sender,
      dh,
      authSecret,
      salt: SALT,
    });
    expect(made.toString('base64url')).toBe(BODY.toString('base64url'));
  });

  it('makes another body each time, which only the device can open', () => {
    const subscription = { endpoint: 'https://push.invalid/', keys: receiver.keys };
    const [one, other] = [0, 0].map(() => generateRequestDetails(subscription, 'ä'.repeat(1_500)).body);
    expect(one!.equals(other!)).toBe(false);
    expect([one, other].map((body) => receiver.open(body!))).toEqual(['ä'.repeat(1_500), 'ä'.repeat(1_500)]);
    expect(() => new PushReceiver().open(one!)).toThrow();
  });
});

describe('RFC 8292', () => {
  const verified = async (header: string, at: Date) => {
    const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(header) ?? [];
    const point = bytes(key);
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
    const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256');
    const { payload } = await jwtVerify(token, jwk, { algorithms: ['ES256'], currentDate: at });
    return { ...payload, key };
  };

  it('its example is verified by what verifies ours', async () => {
    const header =
      'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1Yi' +
      'I6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, ' +
      'k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';
    expect(await verified(header, new Date(1453500000_000))).toMatchObject({
      aud: 'https://push.example.net',
      exp: 1453523768,
      sub: 'mailto:push@example.com',
    });
  });

  it('one token a push service and half day says who we are', async () => {
    const pair = generateVAPIDKeys();
    const settings = new Settings(
      Object.assign(new EnvironmentSettings(), {
        PUBLIC_URL: 'https://p.example',
        VAPID_SUBJECT: 'mailto:ops@p.example',
      }),
    );
    const proofs = new SenderProofs({ pair: () => Promise.resolve(pair) } as unknown as PushKeysService, settings);
    const clock = jest.spyOn(Date, 'now');
    const start = Date.now();
    const first = await proofs.headerFor('https://fcm.googleapis.com');
    const { aud, sub, exp, key } = await verified(first, new Date(start));
    expect([aud, sub, key]).toEqual(['https://fcm.googleapis.com', 'mailto:ops@p.example', pair.publicKey]);
    expect(exp! * 1_000 - start).toBeLessThanOrEqual(12 * 3_600_000 + 5_000);
    expect(exp! * 1_000 - start).toBeGreaterThan(11 * 3_600_000);
    clock.mockReturnValue(start + 10 * 3_600_000);
    expect(await proofs.headerFor('https://fcm.googleapis.com')).toBe(first);
    expect((await verified(await proofs.headerFor('https://web.push.apple.com'), new Date(start))).aud).toBe(
      'https://web.push.apple.com',
    );
    // Before it ends, since clocks differ.
    clock.mockReturnValue(start + 11.5 * 3_600_000);
    expect(await proofs.headerFor('https://fcm.googleapis.com')).not.toBe(first);
    clock.mockRestore();
  });
});

describe('a payload', () => {
  const message: PushMessage = {
    title: 'Ada',
    body: 'Hello',
    navigate: 'https://parley.example/',
    tag: 'a',
    lang: 'en',
    dir: 'auto',
    event: 'customerReply',
    expiresAt: new Date(),
  };

  it.each<[string, Partial<PushMessage>]>([
    ['long', { body: 'x'.repeat(50_000) }],
    ['of many bytes a character', { body: '語'.repeat(5_000) }],
    ['of pairs', { body: '😀'.repeat(5_000) }],
    ['of what JSON escapes', { body: '\u0001"\\'.repeat(5_000) }],
    ['with a long title too', { title: '語'.repeat(5_000), body: 'x' }],
    ['of halves', { title: '\ud800', body: 'a\udc00'.repeat(2_000) }],
  ])('%s fits, as well-formed text', (_name, change) => {
    const payload = payloadOf({ ...message, ...change });
    expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(MOST_BYTES);
    expect(Buffer.byteLength(payload)).toBeGreaterThan(MOST_BYTES - 12);
    expect(payload.isWellFormed()).toBe(true);
    expect((JSON.parse(payload) as { notification: { body: string } }).notification.body.isWellFormed()).toBe(true);
  });

  it('has a topic of 32 letters and digits, for any tag', () => {
    const topics = ['', 'a', 'conversation 1', '😀'.repeat(500)].map(topicOf);
    expect(new Set(topics).size).toBe(4);
    expect(topics.every((topic) => /^[0-9A-Za-z]{32}$/.test(topic))).toBe(true);
  });
});

it.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
  ['soon', null],
  ['-1', null],
  ['1e9', null],
  [null, null],
])('Retry-After: %j is a wait of %j', (retryAfter, waitMs) => {
  const now = new Date('2026-01-01T00:00:00Z');
  expect(verdictOn({ status: 503, retryAfter, text: '' }, now)).toMatchObject({ mayRetry: true, waitMs });
});
