import PostalMime from 'postal-mime';
import { compose } from './mail-message';

const identity = {
  id: '019aa3f5-6c1e-7d2a-9f43-5b1f3c9e0a11',
  createdAt: new Date('2026-11-20T09:30:00.000Z'),
  from: 'Parley <hello@parley.example>',
  host: 'parley.example',
};

describe('compose', () => {
  it('does not wrap long lines, so that the file is readable as it is', async () => {
    const line = `  http://localhost:3000/verify-email#token=cm_${'x'.repeat(49)}`;
    const { bytes } = await compose({ to: 'ada@example.com', subject: 'Hello', text: `Do:\n\n${line}\n` }, identity);
    expect(bytes.toString().split('\r\n')).toContain(line);
  });

  it.each(['.\nMAIL FROM:<eve@example.com>\n.', 'Grüße, 日本語', `long ${'x'.repeat(2_000)}`, 'a\u0007bell', ''])(
    'is read as it was written: %j',
    async (text) => {
      const mail = { to: 'ada@example.com', subject: 'Grüße 日本語 =?utf-8?q?no?=', text };
      const read = await PostalMime.parse((await compose(mail, identity)).bytes);
      expect(read).toMatchObject({
        from: { name: 'Parley', address: 'hello@parley.example' },
        to: [{ address: 'ada@example.com' }],
        subject: mail.subject,
        date: '2026-11-20T09:30:00.000Z',
        messageId: `<${identity.id}@parley.example>`,
      });
      expect((read.text ?? '').trimEnd()).toBe(text);
    },
  );

  it.each(["o'neil+tag@example.com", 'a!#$%&*/=?^_`{|}~-b@example.com', 'zoë@müller.example'])(
    'addresses exactly %s',
    async (to) => {
      const mail = await compose({ to, subject: 'Hello', text: 'Text' }, identity);
      expect([mail.to, mail.from]).toEqual([to, 'hello@parley.example']);
      expect(mail.bytes.toString().match(/^To: /gm)).toHaveLength(1);
    },
  );
});
