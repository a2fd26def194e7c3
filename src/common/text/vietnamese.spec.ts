import iconv from 'iconv-lite';
import { encodingOfFile, readText } from './read-text';

const TONES = /[\u0300\u0301\u0303\u0309\u0323]/g;
const TEXTS = [
  'Xin chào, đơn hàng của tôi đến đâu rồi? Cảm ơn nhiều, Nguyễn Thị Hương',
  'Kính gửi quý công ty, tôi muốn hủy đơn hàng số 4711 và được hoàn tiền.',
  'Đổi mật khẩu',
];
const ENCODINGS = ['windows-1258', 'tcvn', 'viscii'];

/** windows-1258 has no letters with tones: they stand behind the letters, as Windows writes them. */
function encoded(text: string, encoding: string): Buffer {
  if (encoding !== 'windows-1258') return iconv.encode(text, encoding);
  const written = text.normalize('NFD').replace(/\p{L}\p{M}+/gu, (letter) => {
    return letter.replace(TONES, '').normalize('NFC') + (letter.match(TONES) ?? []).join('');
  });
  return iconv.encode(written, encoding);
}

describe('Vietnamese', () => {
  it.each(ENCODINGS)('in %s is found where nothing is declared, or something else', (encoding) => {
    for (const text of TEXTS) {
      for (const declared of [null, 'utf-8', 'us-ascii', 'iso-8859-1', 'windows-1252', 'x-viet-vps']) {
        expect(readText(encoded(text, encoding), declared)).toBe(text);
      }
      expect(encodingOfFile(encoded(text, encoding))).toBe(encoding);
    }
  });

  it.each([
    ['windows-1258', ['windows-1258', 'cp1258', 'x-cp1258']],
    ['tcvn', ['TCVN', 'TCVN3', 'tcvn-5712', 'x-viet-tcvn5712', 'x-viet-tcvn']],
    ['viscii', ['VISCII', 'csVISCII', 'x-viscii']],
  ])('in %s has its marks on its letters under every label', (encoding, labels) => {
    for (const label of labels) expect(readText(encoded('Tiền', encoding), label)).toBe('Tiền');
  });
});
