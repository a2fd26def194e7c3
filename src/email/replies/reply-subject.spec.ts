import { assert, property, string } from 'fast-check';
import { replySubject } from './reply-subject';

it.each([
  ['Weight', 'Re: Weight'],
  ['Re: Weight', 'Re: Weight'],
  ['RE: re:Aw : SV:  Weight', 'Re: Weight'],
  ['Re[2]: Re(3): Weight', 'Re: Weight'],
  ['回复：回覆: 重量', 'Re: 重量'],
  ['Fwd: Weight', 'Re: Fwd: Weight'],
  ['Rest: Weight', 'Re: Rest: Weight'],
  ['Re Weight', 'Re: Re Weight'],
  ['Weight\r\nBcc: eve@example.com', 'Re: Weight Bcc: eve@example.com'],
  [' Re: ', ''],
  ['', ''],
  ['x'.repeat(1_000), `Re: ${'x'.repeat(200)}`],
  ['Re: '.repeat(100_000), expect.anything()],
])('%.40j is answered as %.40j', (subject, answer) => {
  expect(replySubject(subject)).toEqual(answer);
});

it('is one short line, and stays the same if it is answered again', () => {
  assert(
    property(string({ unit: 'binary', maxLength: 600 }), (subject) => {
      const answer = replySubject(subject);
      expect(answer).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect(Array.from(answer).length).toBeLessThanOrEqual(204);
      expect(replySubject(answer)).toBe(answer);
    }),
  );
});
