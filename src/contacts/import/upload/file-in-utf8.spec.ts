import { Readable } from 'node:stream';
import iconv from 'iconv-lite';
import { fileInUtf8 } from './file-in-utf8';

const TEXT = 'Tên,Ghi chú\nHương,Đơn hàng của tôi\nAnh,Cảm ơn nhiều\n';
const TONES = /[\u0300\u0301\u0303\u0309\u0323]/g;
/** As Windows writes it: tones stand behind their letters. */
const OF_WINDOWS = TEXT.normalize('NFD').replace(/\p{L}\p{M}+/gu, (letter) => {
  return letter.replace(TONES, '').normalize('NFC') + (letter.match(TONES) ?? []).join('');
});

it.each([
  ['windows-1258', iconv.encode(OF_WINDOWS, 'windows-1258')],
  ['tcvn', iconv.encode(TEXT, 'tcvn')],
  ['viscii', iconv.encode(TEXT, 'viscii')],
  ['utf-32le', iconv.encode(TEXT, 'utf-32le')],
])('a file in %s becomes UTF-8, also where a piece ends within a letter', async (encoding, rows) => {
  // Its encoding is recognized by its first 64 KiB.
  const beginning = Buffer.concat([rows, iconv.encode('-'.repeat(65_536), encoding, { addBOM: false })]);
  const rest = encoding === 'utf-32le' ? iconv.encode(TEXT, encoding, { addBOM: false }) : rows;
  const read: Buffer[] = [];
  const pieces = [beginning, ...Array.from(rest, (_, at) => rest.subarray(at, at + 1))];
  for await (const piece of fileInUtf8(Readable.from(pieces))) read.push(piece);
  expect(Buffer.concat(read).toString()).toBe(`${TEXT}${'-'.repeat(65_536)}${TEXT}`);
});
