import fc from 'fast-check';
import { readReplyMessageId, replyMessageId } from './reply-message-id';

const FROM = 'Parley <parley@Mail.example.com>';
const ID = '0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c';

it('names the message and its revision at the host of the sender', () => {
  expect(replyMessageId(ID, 2, FROM)).toBe(`<${ID}.2@mail.example.com>`);
  expect(replyMessageId(ID, 0, 'parley@example.com')).toBe(`<${ID}.0@example.com>`);
  expect(replyMessageId(ID, 0, 'Parley')).toBe(`<${ID}.0@localhost>`);
});

it('can be read with changed case and without brackets', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.nat({ max: 999_999_999 }), fc.boolean(), fc.boolean(), (id, revision, upper, bare) => {
      const written = replyMessageId(id, revision, FROM);
      const cased = upper ? written.toUpperCase() : written;
      expect(readReplyMessageId(bare ? cased.slice(1, -1) : ` ${cased} `, FROM)).toEqual({ messageId: id, revision });
    }),
  );
});

it.each([
  '',
  ID,
  `<${ID}@mail.example.com>`,
  `<${ID}.1@other.example.com>`,
  `<${ID}.1@mail.example.com.evil.example>`,
  `<${ID}.-1@mail.example.com>`,
  `<${ID}.9999999999@mail.example.com>`,
  `<${ID.replace('-', 'x')}.1@mail.example.com>`,
  `<${'-'.repeat(36)}.1@mail.example.com>`,
  `<c.${ID}@mail.example.com>`,
  `<${ID}.1@mail.example.com> <${ID}.2@mail.example.com>`,
  `<${ID}.1@${'x'.repeat(1_000_000)}>`,
])('%.60s is none of ours', (header) => {
  expect(readReplyMessageId(header, FROM)).toBeNull();
});
