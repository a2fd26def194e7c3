import fc from 'fast-check';
import {
  aTnef,
  attribute,
  type MapiEntry,
  ofFile,
  ofMessage,
  storedRtf,
  unicode,
} from '../../../../../test/factories/tnef';
import { expectLinear } from '../../../../../test/support/growth';
import { decompressedRtf } from './compressed-rtf';
import { rtfText } from './rtf-text';
import { readTnef } from './tnef';

const codePage = (number: number): Buffer => attribute(1, 0x00069007, Buffer.from(Uint32Array.of(number, 0).buffer));
const body = (bytes: Buffer): Buffer => attribute(1, 0x0002800c, bytes);

/** The example of MS-OXRTFCP §3.1.1. */
const COMPRESSED = Buffer.from(
  '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0',
  'hex',
);
/** The example of MS-OXRTFCP §3.2.1, whose references overlap what they write. */
const REPEATING = Buffer.from('1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0', 'hex');

describe('readTnef', () => {
  it.each<[string, Buffer, string]>([
    ['as Unicode', ofMessage([0x1f, 0x1000, unicode('Grüße – 5 €')]), 'Grüße – 5 €'],
    ['in a code page', Buffer.concat([codePage(1251), body(Buffer.from('cff0e8e2e5f200', 'hex'))]), 'Привет'],
    ['in another one', Buffer.concat([codePage(1252), body(Buffer.from('803500', 'hex'))]), '€5'],
    ['without a code page', body(Buffer.from('Gr\xfc\xdfe\0', 'latin1')), 'Grüße'],
    ['as compressed RTF', ofMessage([0x102, 0x1009, COMPRESSED]), 'hello world'],
  ])('reads a text %s', (_how, attributes, text) => {
    expect(readTnef(aTnef(attributes))).toMatchObject({ isWhole: true, files: [] });
    expect(readTnef(aTnef(attributes))?.plain?.trim()).toBe(text);
  });

  it('reads HTML, as it is or within RTF', () => {
    const cpid: MapiEntry = [3, 0x3fde, Buffer.from(Uint32Array.of(65001).buffer)];
    const html = ofMessage([0x102, 0x1013, Buffer.from('<p>Grüße</p>')], cpid);
    expect(readTnef(aTnef(codePage(1252), html))?.html).toBe('<p>Grüße</p>');
    const rtf = String.raw`{\rtf1\ansi\ansicpg1252\fromhtml1 {\fonttbl{\f0 Arial;}}{\*\htmltag64 <p>}Gr\'fc\'dfe \u8364?{\*\htmltag72 </p>}\htmlrtf \par\htmlrtf0 }`;
    expect(readTnef(aTnef(ofMessage([0x102, 0x1009, storedRtf(rtf)])))?.html?.trim()).toBe('<p>Grüße €</p>');
  });

  it('reads files with their long names, and those of attached messages', () => {
    const inner = aTnef(
      body(Buffer.from('From inside\0')),
      ...ofFile([], { title: 'deep.txt', data: Buffer.from('deep') }),
    );
    const object = Buffer.concat([Buffer.alloc(16), inner]);
    const tnef = aTnef(
      ...ofFile(
        [
          [0x1f, 0x3707, unicode('Übersicht.csv')],
          [0x1f, 0x370e, unicode('text/csv')],
        ],
        { title: 'UEBERS~1.CSV', data: Buffer.from('a,b') },
      ),
      ...ofFile([
        [0x1f, 0x3001, unicode('Order')],
        [0x0d, 0x3701, object],
      ]),
      ...ofFile([], { title: 'last.txt', data: Buffer.from('last') }),
    );
    const files = readTnef(tnef)?.files.map(({ name, mimeType, bytes }) => [name, mimeType, bytes.toString()]);
    expect(files).toEqual([
      ['Übersicht.csv', 'text/csv', 'a,b'],
      ['Order.txt', 'text/plain', 'From inside'],
      ['deep.txt', null, 'deep'],
      ['last.txt', null, 'last'],
    ]);
  });

  it('names a file by the first of its names that says something', () => {
    const [blank, shown]: MapiEntry[] = [
      [0x1f, 0x3707, unicode('')],
      [0x1f, 0x3001, unicode('Shown.txt')],
    ];
    const data = Buffer.from('a');
    const tnef = aTnef(...ofFile([blank!, shown!], { title: 'a.txt', data }), ...ofFile([shown!], { data }));
    expect(readTnef(tnef)?.files.map(({ name }) => name)).toEqual(['a.txt', 'Shown.txt']);
  });

  it('reads RTF where the HTML is empty', () => {
    const tnef = aTnef(ofMessage([0x102, 0x1013, Buffer.from(' ')], [0x102, 0x1009, COMPRESSED]));
    expect(readTnef(tnef)?.plain?.trim()).toBe('hello world');
  });

  it('takes what stands before a fault', () => {
    const tnef = aTnef(
      body(Buffer.from('All of it\0')),
      ...ofFile([], { title: 'a.txt', data: Buffer.alloc(1_000, 'a') }),
    );
    expect(readTnef(tnef.subarray(0, tnef.length - 40))).toMatchObject({ plain: 'All of it', isWhole: false });
    expect(readTnef(Buffer.from('PK\x03\x04 a zip'))).toBeNull();
    expect(readTnef(Buffer.alloc(0))).toBeNull();
  });

  it('is bounded whatever it says', () => {
    const counts = Buffer.from(Uint32Array.of(0xffffffff).buffer);
    for (const id of [0x00069003, 0x00069005]) expect(readTnef(aTnef(attribute(1, id, counts)))).not.toBeNull();
    let nested = aTnef(body(Buffer.from('bottom\0')));
    for (let depth = 0; depth < 30; depth += 1) {
      nested = aTnef(...ofFile([[0x0d, 0x3701, Buffer.concat([Buffer.alloc(16), nested])]]));
    }
    expect(readTnef(nested)?.files.length).toBeLessThan(10);
    const many = aTnef(...Array.from({ length: 500 }, () => ofFile([], { title: 'a', data: Buffer.from('a') })).flat());
    expect(readTnef(many)).toMatchObject({ isWhole: false });
    expect(readTnef(many)?.files).toHaveLength(200);
  });

  it('never fails, for any bytes', () => {
    const tnef = aTnef(
      ofMessage([0x102, 0x1009, COMPRESSED]),
      ...ofFile([[0x1f, 0x3707, unicode('a.txt')]], { data: Buffer.from('a') }),
    );
    fc.assert(
      fc.property(fc.nat(tnef.length - 1), fc.integer({ min: 0, max: 255 }), fc.nat(tnef.length), (at, byte, end) => {
        const broken = Buffer.from(tnef.subarray(0, end));
        if (at < broken.length) broken[at] = byte;
        readTnef(broken);
      }),
    );
  });
});

describe('decompressedRtf', () => {
  it('reads the examples of the specification', () => {
    expect(decompressedRtf(COMPRESSED).toString()).toBe('{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n');
    expect(decompressedRtf(REPEATING).toString()).toBe('{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}');
  });

  it('refuses what becomes too large', () => {
    const references = Buffer.alloc(1_000_000);
    for (let at = 0, written = 207; at + 17 <= references.length; at += 17) {
      references[at] = 0xff;
      for (let n = 0; n < 8; n += 1, written += 17) {
        // Each copies 17 bytes from another place than the one that it writes to.
        references.writeUInt16BE((((written + 100) % 4_096) << 4) | 0xf, at + 1 + 2 * n);
      }
    }
    expect(() => decompressedRtf(Buffer.concat([COMPRESSED.subarray(0, 16), references]))).toThrow(RangeError);
  });
});

describe('rtfText', () => {
  const plain = (rtf: string): string => rtfText(Buffer.from(rtf, 'latin1')).plain?.trim() ?? '';

  it.each([
    ['letters of the code page', String.raw`{\rtf1\ansi\ansicpg1252 Gr\'fc\'dfe \'80 5}`, 'Grüße € 5'],
    [
      'letters of a font',
      String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}{\f1\fcharset204 Arial Cyr;}}\f1\'cf\'f0\'e8\f0 x}`,
      'Приx',
    ],
    [
      'signs that are letters of a font',
      String.raw`{\rtf1\ansi{\fonttbl{\f0 Arial;}{\f1\fcharset2 Wingdings;}}Jo {\f1 J \'e0 \u-4022?} Jo}`,
      'Jo ☺ → ☺ Jo',
    ],
    ['letters of two bytes', String.raw`{\rtf1\ansi\ansicpg932 \'83\'65\'83\'58\'83\'67}`, 'テスト'],
    ['Unicode without its fallback', String.raw`{\rtf1\ansi\uc1 \u8364\'80 \u8211? x{\uc2 \u233ab c}}`, '€ – xé c'],
    ['paragraphs, lines and tabs', String.raw`{\rtf1 a\par b\line c\tab d}`, 'a\nb\nc\td'],
    [
      'no styles, names and pictures',
      String.raw`{\rtf1{\info{\author no}}{\stylesheet{\s1 no;}}{\*\generator no;}yes{\pict\pngblip 6e6f}}`,
      'yes',
    ],
    ['no hidden text', String.raw`{\rtf1 yes{\v no}\v no\v0  yes}`, 'yes yes'],
    ['no bytes of objects', '{\\rtf1 yes\\bin4 {{{{ yes}', 'yes yes'],
    [
      'links by their text',
      String.raw`{\rtf1{\field{\*\fldinst HYPERLINK "https://x.example"}{\fldrslt order}}}`,
      'order',
    ],
  ])('reads %s', (_what, rtf, text) => {
    expect(plain(rtf)).toBe(text);
  });

  it.each(['{', '}', '\\', "\\'", '\\u1', '{\\v ', '\\bin-5 ', 'a\\par '])('takes linear time for %j', (part) => {
    expectLinear((size) => rtfText(Buffer.from(`{\\rtf1 ${part.repeat(size)}`)));
  });
});
