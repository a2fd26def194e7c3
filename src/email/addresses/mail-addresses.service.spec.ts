import fc from 'fast-check';
import { loadSettings } from '../../config/load-settings';
import { MailAddressesService } from './mail-addresses.service';

const ID = '0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c';

const service = (settings: Record<string, string> = {}) =>
  new MailAddressesService(
    loadSettings({
      MAIL_REPLY_ADDRESS: 'reply+{token}@example.com',
      MAIL_BOUNCE_ADDRESS: 'bounces-{token}@example.com',
      ...settings,
    }),
  );
const addresses = service();

it('puts 43 characters into the template, and reads them again', () => {
  expect(addresses.replyAddress(ID)).toMatch(/^reply\+c[a-z2-7]{42}@example\.com$/);
  expect(addresses.bounceAddress(ID)).toMatch(/^bounces-b[a-z2-7]{42}@example\.com$/);
  expect(addresses.intakeAddress(ID)).toMatch(/^reply\+a[a-z2-7]{42}@example\.com$/);
  expect(addresses.read(addresses.replyAddress(ID)!)).toEqual({ kind: 'conversation', id: ID });
  expect(addresses.read(addresses.bounceAddress(ID)!)).toEqual({ kind: 'bounce', id: ID });
  expect(addresses.read(addresses.intakeAddress(ID)!)).toEqual({ kind: 'intake', id: ID });
});

it('reads the address of any id, with changed letter case, domain and additions to the token', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.boolean(), fc.constantFrom('', '+tag', '=example.net', '.x'), (id, capitals, behind) => {
      const changed = addresses.replyAddress(id)!.replace('@example.com', `${behind}@elsewhere.example`);
      const read = addresses.read(capitals ? changed.toUpperCase() : changed);
      expect(read).toEqual({ kind: 'conversation', id });
    }),
  );
});

it('takes its addresses out of a text, with any letters before them, and nothing else', () => {
  for (const template of ['{token}@in.example.com', 'backup{token}@in.example.com', 'reply+{token}@example.com']) {
    const others = service({ MAIL_REPLY_ADDRESS: template });
    const address = others.replyAddress(ID)!;
    const text = `From ${address} to ${address.toUpperCase()}, c${'a'.repeat(60)}`;
    const without = others.withoutTokens(text);
    expect(without.match(/\[…\]/g)).toHaveLength(2);
    expect(without).toContain(`c${'a'.repeat(60)}`);
    for (const word of without.split(' ')) expect(others.read(word.replace(',', ''))).toBeNull();
  }
});

it.each(['{token}@in.example.com', 'x{token}@in.example.com', '{token}+in@example.com'])('reads %s', (template) => {
  const others = service({ MAIL_REPLY_ADDRESS: template });
  expect(others.read(others.replyAddress(ID)!)).toEqual({ kind: 'conversation', id: ID });
});

it('refuses tokens with a changed character, of another kind, or of another key', () => {
  const [, token = ''] = /\+(.*)@/.exec(addresses.replyAddress(ID)!)!;
  for (let at = 0; at < token.length; at += 1) {
    for (const letter of 'abcdefghijklmnopqrstuvwxyz234567') {
      if (letter === token[at]) continue;
      const forged = token.slice(0, at) + letter + token.slice(at + 1);
      expect(addresses.read(`reply+${forged}@example.com`)).toBeNull();
    }
  }
  expect(service({ SECRET_KEY: 'another secret key of 32 characters' }).read(addresses.replyAddress(ID)!)).toBeNull();
});

it('refuses all other addresses', () => {
  for (const text of ['', '@', 'reply@example.com', 'c'.repeat(43), `${'c'.repeat(43)}@x`, `${'c'.repeat(100_000)}@x`])
    expect(addresses.read(text)).toBeNull();
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(addresses.read(text)).toBeNull()));
});

it('has no addresses without templates', () => {
  const none = new MailAddressesService(loadSettings({}));
  expect([none.replyAddress(ID), none.bounceAddress(ID), none.intakeAddress(ID)]).toEqual([null, null, null]);
});
