import { normalizeEncoding, TextDecoder as StandardDecoder } from '@exodus/bytes/encoding.js';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { encodingOfFile, readText } from './read-text';

/** Encodings of one byte a character that iconv-lite has as well, with tables of its own. */
const SINGLE_BYTE = [
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'iso-8859-15',
  'koi8-r',
  'ibm866',
];
const MULTI_BYTE = ['gbk', 'gb18030', 'big5', 'euc-jp', 'shift_jis', 'euc-kr'];
const ROOT = resolve(__dirname, '../../..');
const GERMAN = 'Grüße aus Köln';

describe('the text of bytes', () => {
  it.each(['windows-1252', 'iso-8859-1', 'latin1', 'us-ascii', 'ansi_x3.4-1968', 'cp1252', 'l1'])(
    'has the punctuation of windows-1252 under its label %s',
    (label) => {
      const bytes = Buffer.from('It\x92s \x80 249 \x96 \x93not included\x94\x85 Brand\x99', 'latin1');
      expect(readText(bytes, label)).toBe('It’s € 249 – “not included”… Brand™');
    },
  );

  it.each(SINGLE_BYTE)('is right for every character of %s', (label) => {
    for (let byte = 0x80; byte <= 0xff; byte += 1) {
      const expected = iconv.decode(Buffer.of(byte), label);
      if (expected === '\ufffd' || /[\x80-\x9f]/.test(expected)) continue;
      // Beside a letter that no UTF-8 has, so that the declared encoding decides.
      expect(readText(Buffer.of(byte, 0x20, 0xe4), label).slice(0, expected.length)).toBe(expected);
    }
  });

  it.each(MULTI_BYTE)('is right for text in %s, which may be valid UTF-8 by chance', (label) => {
    for (const text of ['联通', '日本語テスト', '한국어', '繁體中文']) {
      const bytes = iconv.encode(text, label);
      if (iconv.decode(bytes, label) === text) expect(readText(bytes, label)).toBe(text);
    }
  });

  it('is the text that was encoded in UTF-8, whatever encoding of single bytes is declared', () => {
    const labels = fc.constantFrom(null, 'utf-8', 'no-such', ...SINGLE_BYTE);
    // Two letters beyond ASCII: one alone has no proof in it.
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-composite' }), labels, (text, label) => {
        fc.pre(!/^\ufeff|\x1b/.test(text));
        expect(readText(Buffer.from(text), label)).toBe(text);
      }),
    );
  });

  it('has no replacement character, for any bytes under any label', () => {
    const label = fc.oneof(
      fc.constantFrom(null, 'utf-8', 'big5', 'iso-2022-jp', 'x-user-defined', 'replacement', 'utf-7', ...SINGLE_BYTE),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), label, (bytes, declared) => {
        fc.pre(!(bytes[0] === 0xff && bytes[1] === 0xfe) && !(bytes[0] === 0xfe && bytes[1] === 0xff));
        fc.pre(!Buffer.from(bytes).includes(Buffer.from('\ufffd')));
        expect(readText(bytes, declared)).not.toContain('\ufffd');
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['JIS without a label', '\x1b$B%F%9%H\x1b(B', null, 'テスト'],
    ['JIS that is declared as ASCII', '\x1b$B%F%9%H\x1b(B', 'us-ascii', 'テスト'],
  ])('is found for %s', (_name, bytes, declared, text) => {
    expect(readText(Buffer.from(bytes, 'latin1'), declared)).toBe(text);
  });

  it.each([
    ['nothing', null],
    ['UTF-8', 'utf-8'],
    ['an unknown encoding', 'x-no-such'],
    ['an encoding that does not fit', 'shift_jis'],
  ])('is windows-1252 for Latin text that declares %s', (_name, declared) => {
    expect(readText(Buffer.from(GERMAN, 'latin1'), declared)).toBe(GERMAN);
  });

  it('keeps UTF-8 where single bytes are of another encoding', () => {
    const bytes = Buffer.concat([Buffer.from(`${GERMAN} € 日本 `), Buffer.from([0xfc, 0x80]), Buffer.from(' ✓')]);
    expect(readText(bytes, 'utf-8')).toBe(`${GERMAN} € 日本 ü€ ✓`);
  });

  it.each([
    ['koi8-r', 'Здравствуйте, где мой заказ? Я жду его уже две недели.'],
    ['windows-1251', 'Здравствуйте, где мой заказ? Я жду его уже две недели.'],
    ['shift_jis', 'こんにちは。注文した商品はいつ届きますか。もう二週間待っています。'],
    ['gb18030', '您好，我的订单什么时候到？我已经等了两个星期了，请尽快回复。'],
    ['euc-kr', '안녕하세요, 제 주문은 언제 도착하나요? 이미 두 주를 기다렸습니다.'],
  ])('is found by statistics for %s without a label', (encoding, text) => {
    expect(readText(iconv.encode(text, encoding), null)).toBe(text);
  });

  it.each([
    ['windows-1251', 'Где мой заказ? Я жду его уже две недели.', 'iso-8859-1'],
    ['gb18030', '您好，我的订单什么时候发货？谢谢您的帮助。', 'us-ascii'],
    ['gb18030', '您好，我的订单什么时候发货？谢谢您的帮助。', 'iso-8859-1'],
    ['shift_jis', 'ご注文の商品がまだ届いていません。', 'us-ascii'],
    ['euc-jp', 'ご注文の商品がまだ届いていません。', 'windows-1252'],
    ['windows-1256', 'مرحبا، أين طلبي؟ كان يجب أن يصل أمس.', 'utf-8'],
    ['windows-1250', 'Zażółć gęślą jaźń, proszę o zwrot pieniędzy.', 'utf-8'],
    ['windows-1250', 'Zażółć gęślą jaźń, proszę o zwrot pieniędzy.', null],
    ['iso-8859-2', 'Zażółć gęślą jaźń, proszę o zwrot pieniędzy.', 'us-ascii'],
    ['windows-1251', '<html><body class="main page">Доставка стоит пятьсот рублей.</body></html>', null],
  ])('is found for %s in “%s”, which declares %s', (encoding, text, declared) => {
    expect(readText(iconv.encode(text, encoding), declared)).toBe(text);
  });

  it.each([
    ['an exponent and a currency', 'Der m² kostet 5 € im Mai, ein km² 7 €, ½ kg 3 £.'],
    ['signs between letters', 'Größe: S·M·L; so…und so; l’été; «à»; Brand™ und Marke®'],
    ['capitals', 'ÄRGER MIT DER BESTELLUNG! École Élysée McDonald, DÉJÀ VU'],
    ['Icelandic', 'Það er ekki rétt. Hvar er pöntunin mín? Ég bíð enn þá.'],
    ['Spanish', '¿Dónde está mi pedido? ¡Por favor! El 1º y la 2ª unidad.'],
  ])('remains windows-1252 for %s', (_what, text) => {
    for (const declared of [null, 'utf-8', 'iso-8859-1']) {
      expect(readText(iconv.encode(text, 'windows-1252'), declared)).toBe(text);
    }
  });

  it('is the second that is declared, where the first does not fit', () => {
    const text = 'Příliš žluťoučký kůň úpěl ďábelské ódy';
    expect(readText(iconv.encode(text, 'iso-8859-2'), 'utf-8', 'iso-8859-2')).toBe(text);
    expect(readText(Buffer.from(text), 'utf-8', 'iso-8859-2')).toBe(text);
  });

  it.each(['utf-16', 'utf-16le', 'utf-16be', null])('is UTF-16 by its zero bytes, which declares %s', (declared) => {
    for (const encoding of ['utf-16le', 'utf-16be']) {
      const bytes = Buffer.concat([iconv.encode('Grüße aus Köln', encoding, { addBOM: false }), Buffer.from('\n')]);
      expect(readText(bytes, declared)).toBe('Grüße aus Köln');
    }
  });

  it('is that of a byte order mark, whatever is declared', () => {
    const text = 'Preis: 249 €';
    const bytes = Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(text, 'utf16le')]);
    expect(readText(bytes, 'windows-1252')).toBe(text);
  });

  it('takes linear time', () => {
    const time = (length: number): number => {
      const begun = process.cpuUsage();
      readText(Buffer.alloc(length, Buffer.from([0xfc, 0x61, 0xe2, 0x82])), 'utf-8');
      const { user, system } = process.cpuUsage(begun);
      return user + system;
    };
    time(100_000);
    expect(time(4_000_000)).toBeLessThan(200 * time(400_000) + 1_000_000);
  });

  it('takes little memory, although every byte is one character', () => {
    const program = `
      const { readText } = require('./src/common/text/read-text');
      const bytes = Buffer.alloc(4_000_000, 0xff).fill('a', 0, 20_000);
      console.log(readText(bytes, 'utf-8').length);`;
    const options = ['--max-old-space-size=64', '--require', './scripts/register-swc.js', '--eval', program];
    const { stdout } = spawnSync(process.execPath, options, { cwd: ROOT, encoding: 'utf8' });
    expect(stdout).toBe('4000000\n');
  });

  it.each([
    ['cp437', 'Köln – Größe'.replace('–', '─')],
    ['IBM850', 'El niño cuesta 5 £, ¿verdad?'],
    ['cp852', 'Zażółć gęślą jaźń'],
    ['latin9', 'Das kostet 5 €.'],
    ['iso-8859-16', 'Școala este deschisă mâine.'],
    ['viscii', 'Xin chào, đơn hàng của tôi ở đâu?'],
    ['cp936', '联通'],
    ['ks_c_5601', '한국어'],
    ['ms932', '日本語テスト'],
    ['utf-7', 'Größe: 5 €, 日本語'],
    ['unicode-1-1-utf-7', 'Grüße'],
  ])('is right for %s, which the standard leaves out', (label, text) => {
    expect(readText(iconv.encode(text, label), label)).toBe(text);
  });

  it.each([
    ['x-windows-1251', 'windows-1251', 'где'],
    ['win-1251', 'windows-1251', 'где'],
    ['x-unicode-2-0-utf-7', 'utf-7', 'Grüße'],
    ['csUnicode11UTF7', 'utf-7', 'Grüße'],
    ['gb18030-2000', 'gb18030', '订单'],
    ['x-mac-ce', 'maccenteuro', 'Zażółć'],
  ])('is right for %s, which programs write for %s', (label, encoding, text) => {
    expect(readText(iconv.encode(text, encoding), label)).toBe(text);
  });

  it.each([
    ['iso-2022-kr', '\x1b$)C\x0e>H3g\x0f, hi', '안녕, hi'],
    ['hz-gb-2312', 'Hi ~{<:Ky2;S{~}, ~~5', 'Hi 己所不欲, ~5'],
  ])('is that of the shifts of %s', (label, bytes, text) => {
    expect(readText(Buffer.from(bytes), label)).toBe(text);
  });

  it.each(['Привет, где мой заказ?', 'Grüße aus Köln', 'ご注文の商品がまだ届いていません'])(
    'is UTF-16 in either order where the label does not say which: %s',
    (text) => {
      for (const encoding of ['utf-16le', 'utf-16be']) {
        expect(readText(iconv.encode(text, encoding, { addBOM: false }), 'utf-16')).toBe(text);
      }
    },
  );

  it('is no UTF-16 by its zero bytes where letters have only one half', () => {
    expect(readText(Buffer.of(0, 1, 216, 1, 0, 1, 0, 1))).not.toContain('\ufffd');
    const long = Buffer.concat([Buffer.from('Zebras graze. '.repeat(200), 'utf16le'), Buffer.of(1, 216)]);
    expect(readText(long)).toBe(`${'Zebras graze. '.repeat(200)}\ufffd`);
  });

  it('has no half letter at the end of UTF-16', () => {
    expect(readText(Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from('Grüße', 'utf16le'), Buffer.from('\n')]))).toBe(
      'Grüße',
    );
  });

  it.each(['hex', 'base64', 'binary', 'constructor', 'utf16', 'utf-7-imap', 'iso-2022-kr', 'hz-gb-2312'])(
    'takes %s for no encoding',
    (label) => {
      expect(readText(Buffer.from('Grüße, 48656c6c6f'), label)).toBe('Grüße, 48656c6c6f');
    },
  );

  it('knows every label of the standard', () => {
    for (const label of ['unicode-1-1-utf-8', 'x-sjis', 'x-gbk', 'csisolatin2', 'x-mac-roman', 'dos-874', 'ms_kanji']) {
      const encoding = normalizeEncoding(label)!;
      expect(new StandardDecoder(label).encoding).toBe(encoding);
    }
  });
});

describe('the encoding of a file', () => {
  const rows = (names: string[], city: string): string =>
    `Name,Email,Company,City\n${names.map((name, n) => `${name},p${n}@example.com,Example Ltd,${city}\n`).join('')}`;

  it.each([
    ['windows-1251', rows(['Анна Иванова', 'Борис Петров'], 'Москва'), 'windows-1251'],
    ['windows-1253', rows(['Γιώργος Παπαδόπουλος', 'Ελένη Νικολάου'], 'Αθήνα'), 'windows-1253'],
    ['gbk', rows(['王伟', '李娜', '张敏', '刘洋'], '北京市'), 'gb18030'],
    ['shift_jis', '名前,メール,電話番号\n山田太郎,p@example.com,03-1234-5678\n', 'shift_jis'],
    ['utf-16le', rows(['Ann'], 'Köln'), 'utf-16le'],
    ['utf-16be', rows(['Ann'], 'Köln'), 'utf-16be'],
    ['utf-8', rows(['Анна', '山田'], 'Köln'), 'utf-8'],
    ['windows-1252', rows(['François Lefèvre', 'José Ñúñez', 'Ægir Øst'], 'São Paulo'), null],
    ['windows-1252', rows(['Æ', 'Ø', 'É'], 'Å'), null],
    ['windows-1250', rows(['Łukasz Żółć', 'Bożena Świątek'], 'Łódź'), 'windows-1250'],
  ])('is found for %s among addresses and numbers', (encoding, text, expected) => {
    expect(encodingOfFile(iconv.encode(text, encoding, { addBOM: false }))).toBe(expected);
  });

  it('is UTF-8 although its beginning ends within a letter', () => {
    expect(encodingOfFile(Buffer.from('Zoë').subarray(0, 3))).toBe('utf-8');
  });
});
