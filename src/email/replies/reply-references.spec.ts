import { array, assert, constantFrom, nat, oneof, option, property, string } from 'fast-check';
import { replyReferences } from './reply-references';

const ROOT = '<c.root@example.com>';
const id = (number: number): string => `<${number}@elsewhere.example>`;

it('refers to the conversation, then to the thread, and last to the answered email', () => {
  expect(replyReferences(ROOT, id(3), [id(1), id(2)])).toEqual({
    inReplyTo: id(3),
    references: [ROOT, id(1), id(2), id(3)],
  });
  expect(replyReferences(ROOT, null, [])).toEqual({ inReplyTo: null, references: [ROOT] });
});

it('names each once', () => {
  const { references } = replyReferences(ROOT, id(2), [id(1), ROOT, id(1), id(2)]);
  expect(references).toEqual([ROOT, id(1), id(2)]);
});

it('keeps the newest of many', () => {
  const many = Array.from({ length: 40 }, (_, index) => id(index));
  const { references } = replyReferences(ROOT, id(40), many);
  expect([references.length, references[0], references[1], references[19]]).toEqual([20, ROOT, id(22), id(40)]);
});

it.each([
  'no brackets@example.com',
  '<>',
  '<a b@c>',
  '<a@b>\r\nBcc: <eve@example.com>',
  '<é@b>',
  `<${'x'.repeat(401)}>`,
  '<a><b>',
])('does not refer to %.40j', (strange) => {
  expect(replyReferences(ROOT, strange, [strange])).toEqual({ inReplyTo: null, references: [ROOT] });
});

it('contains only valid Message-IDs for any input', () => {
  const strange = oneof(nat({ max: 30 }).map(id), string({ unit: 'binary' }), constantFrom(ROOT, '<x\ny>', '<>'));
  assert(
    property(option(strange), array(strange, { maxLength: 50 }), (mailId, ids) => {
      const { inReplyTo, references } = replyReferences(ROOT, mailId, ids);
      expect(references.length).toBeLessThanOrEqual(20);
      expect(references[0]).toBe(ROOT);
      expect(new Set(references).size).toBe(references.length);
      for (const reference of references) expect(reference).toMatch(/^<[!-~]{1,400}>$/);
      if (inReplyTo !== null) expect(references.at(-1)).toBe(inReplyTo);
    }),
  );
});
