import fc from 'fast-check';
import { quotedFrom } from './quote-finder';
import { expectLinear } from '../../../../test/support/growth';

/** The text before the quote. */
const answerOf = (text: string): string | null => {
  const at = quotedFrom(text);
  return at === null ? null : text.slice(0, at).trimEnd();
};

describe('a quote begins', () => {
  it.each([
    ['with its marks', 'Thanks!\n\n> When will it come?\n> Ada'],
    ['with what introduces it', 'Thanks!\n\nOn 2 May 2026 at 10:15, Ada <ada@example.com> wrote:\n> When?'],
    [
      'over two lines',
      'Thanks!\n\nOn Mon, 2 May 2026 at 10:15 AM, Ada Lovelace of Example <\nada@example.com> wrote:\n\n> When?',
    ],
    ['in German', 'Thanks!\n\nAm 02.05.26 um 10:15 schrieb Ada:\n> Wann?'],
    ['in French', 'Thanks!\n\nLe 2 mai 2026 à 10:15, Ada a écrit :\n> Quand ?'],
    ['in Chinese', 'Thanks!\n\n在 2026年5月2日 10:15，Ada <ada@example.com> 写道：\n> 什么时候'],
    ['unmarked', 'Thanks!\n\nOn 2 May 2026 at 10:15, Ada <ada@example.com> wrote:\n\nWhen will it come?'],
    [
      'with a divider',
      'Thanks!\n\n-----Original Message-----\nFrom: Ada <ada@example.com>\nSent: 2 May 2026 10:15\nTo: Us\nSubject: Parcel\n\nWhen?',
    ],
    [
      'with headers',
      'Thanks!\n\nVon: Ada <ada@example.com>\nGesendet: 2. Mai 2026 10:15\nAn: uns\nBetreff: Paket\n\nWann?',
    ],
  ])('%s', (_how, text) => {
    expect(answerOf(text)).toBe('Thanks!');
  });

  it('directly after the last line of an answer', () => {
    const text =
      'I only have time\nin 2 weeks. I will let you know then.\nOp 16 aug. 2014 05:13 schreef "Ada" <a@example.com> het\nvolgende geschreven:\n\n> Wanneer?';
    expect(answerOf(text)).toBe('I only have time\nin 2 weeks. I will let you know then.');
  });
});

describe('there is none', () => {
  it.each([
    ['in a plain text', 'Hello.\nI paid 20 euros on 2 May 2026.\nAda'],
    ['where answers stand between its lines', '> When?\n\nOn Monday.\n\n> How much?\n\nTwenty.'],
    ['where the answer stands below it', 'On 2 May 2026 at 10:15, Ada <a@example.com> wrote:\n> When?\n\nOn Monday.'],
    ['where there is nothing else', '> When?\n> Ada'],
    ['in a list of facts', 'Name: Ada\nCity: London\nOrder: 17'],
    ['in an introduction of the sender’s own', 'We need the following:\n- a pen\n- paper'],
    ['nowhere', ''],
  ])('%s', (_where, text) => {
    expect(quotedFrom(text)).toBeNull();
  });
});

it('always begins at the beginning of a line, and never before all of the text', () => {
  const line = fc.oneof(fc.constantFrom('', '> x', 'On 2 May 2026 at 10:15, A <a@b.c> wrote:', '________', 'From: a@b.c', 'Sent: 2026', 'To: x', 'text'), fc.string()); // prettier-ignore
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const text = lines.join('\n');
      const at = quotedFrom(text);
      if (at === null) return;
      expect(text.slice(0, at).trim()).not.toBe('');
      expect(text[at - 1]).toBe('\n');
    }),
  );
});

it.each(['> ', 'a ', 'x: y\n', '-', 'wrote:\n'])('takes linear time for %j', (part) => {
  expectLinear((size) => quotedFrom(`Hello\n${part.repeat(size)}`));
});
