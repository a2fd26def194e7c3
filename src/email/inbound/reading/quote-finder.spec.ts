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

  const quote = '\n> Old question\n> more\n';
  it.each([
    ['in Thai', `ในวันที่ ศ. 27 พ.ย. 2026 เวลา 10:00 Shop <help@shop.example> เขียนว่า:${quote}`],
    [
      'in Hebrew',
      `\u200fבתאריך יום ו׳, 27 בנוב׳ 2026 ב-10:00 מאת \u202aShop\u202c\u200f <\u202ahelp@shop.example\u202c\u200f>:${quote}`,
    ],
    ['in Arabic', `في الجمعة، 27 نوفمبر 2026 في 10:00 ص تمت كتابة ما يلي بواسطة Shop <help@shop.example>:${quote}`],
    ['in Japanese', `2026年11月27日(金) 10:00 Shop <help@shop.example>:${quote}`],
    ['in Catalan', `Missatge de Shop <help@shop.example> del dia dv., 27 de nov. 2026 a les 10:00:${quote}`],
    ['in Estonian', `Shop <help@shop.example> kirjutas kuupäeval R, 27. november 2026 kell 10:00:${quote}`],
    ['of Yandex', `27.11.2026, 10:00, "Shop" <help@shop.example>:${quote}`],
    [
      'of T-Online',
      '-----Original-Nachricht-----\nBetreff: Re: Q\nDatum: 2026-11-27T10:00:00+0100\nVon: "Shop" <help@shop.example>\nAn: "Ann" <ann@customer.example>\n\nOld question\n',
    ],
    ['of Zoho', '---- On Fri, 27 Nov 2026 10:00:00 +0100 Shop <help@shop.example> wrote ----\n\nOld question\n'],
    ['of Zendesk', '##- Please type your reply above this line -##\n\nOld question\n'],
  ])('%s', (_which, below) => {
    expect(answerOf(`My answer.\n\n${below}`)).toBe('My answer.');
  });

  it.each([
    ['an answer below a line of dashes', '---- Prices of 2026 ----\n\nPlease send them.'],
    ['a sentence with a colon', 'On Monday I wrote:\nplease cancel. Then he wrote back.'],
    ['an address before an answer', 'My address since 2026 is <ann@customer.example>:\nplease use it.'],
  ])('but not with %s', (_what, text) => {
    expect(answerOf(`Hello.\n\n${text}`)).toBeNull();
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
  const line = fc.oneof(
    fc.constantFrom(
      '',
      '> x',
      'On 2 May 2026 at 10:15, A <a@b.c> wrote:',
      '________',
      'From: a@b.c',
      'Sent: 2026',
      'To: x',
      'text',
    ),
    fc.string(),
  );
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

it.each([
  ['Gmail in Polish', 'pt., 27 lis 2026 o 10:00 Support <s@corp.example> napisał(a):\n\n> Hello'],
  ['Thunderbird in Polish', 'W dniu 27.11.2026 o 10:00, Support pisze:\n> Hello'],
  ['Yandex', '27.11.2026, 10:00, "Support" <s@corp.example>:\n\nHello'],
  [
    'Outlook with names only',
    'From: Support\nSent: Friday, November 27, 2026 10:00 AM\nTo: Ann\nSubject: Order\n\nHello',
  ],
  [
    'Outlook with names only in German',
    'Von: Support\nGesendet: Freitag, 27. November 2026 10:00\nAn: Ann\nBetreff: Order\n\nHello',
  ],
])('the quote of %s begins with its introduction', (_program, quote) => {
  expect(quotedFrom(`Thank you.\n\n${quote}`)).toBe('Thank you.\n\n'.length);
});

it('a list of the writer is no quote', () => {
  expect(quotedFrom('Hello,\n\nOrder: 77\nDate: 27.11.2026\nAmount: 5 EUR\nWhere is it?')).toBeNull();
});
