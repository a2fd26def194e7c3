import iconv from 'iconv-lite';
import { expectLinear } from '../../../test/support/growth';
import { likelyEncoding } from './likely-encoding';
import { readText } from './read-text';

describe('text that declares no encoding, or a wrong one,', () => {
  it.each([
    ['Polish', 'Proszę o zwrot pieniędzy', ['windows-1250', 'iso-8859-2']],
    ['Polish', 'Gdzie jest moja przesyłka? Dziękuję', ['windows-1250', 'iso-8859-2']],
    ['Czech', 'Prosím o vrácení peněz, děkuji.', ['windows-1250', 'iso-8859-2']],
    ['Czech', 'Dobrý den, čekám už dva týdny. Děkuji, Tomáš Dvořák', ['windows-1250', 'iso-8859-2']],
    ['Slovak', 'Dobrý deň, môj balík ešte neprišiel. Ďakujem za odpoveď', ['windows-1250', 'iso-8859-2']],
    ['Hungarian', 'Mikor jön meg a csomagom? Köszönöm szépen, Győző', ['windows-1250', 'iso-8859-2']],
    ['Romanian', 'Bună ziua, comanda mea nu a ajuns încă. Vă mulţumesc', ['windows-1250', 'iso-8859-2']],
    ['Croatian', 'Dobar dan, gdje je moja narudžba? Čekam već dva tjedna.', ['windows-1250', 'iso-8859-2']],
    ['Turkish', 'Siparişim nerede? Teşekkürler', ['windows-1254', 'iso-8859-9']],
    ['Lithuanian', 'Laba diena, kur mano užsakymas? Laukiu jau dvi savaites. Ačiū, Živilė', ['windows-1257']],
    ['Russian', 'Где мой заказ?', ['windows-1251', 'koi8-r']],
    ['Russian among English', 'Hello! Заказ №4711 не пришёл. Please check. Спасибо', ['windows-1251']],
    ['Ukrainian', 'Добрий день, де моє замовлення? Чекаю вже два тижні.', ['windows-1251', 'koi8-u']],
    ['Bulgarian', 'Здравейте, къде е моята поръчка? Чакам вече две седмици.', ['windows-1251']],
    ['Greek', 'Πού είναι το δέμα μου; Άννα', ['windows-1253', 'iso-8859-7']],
    ['Hebrew', 'שלום, איפה ההזמנה שלי? אני מחכה כבר שבועיים.', ['windows-1255', 'iso-8859-8']],
    ['Thai', 'สวัสดีค่ะ สินค้าของฉันอยู่ที่ไหน', ['windows-874']],
    ['Japanese', '注文はどこですか', ['shift_jis', 'euc-jp']],
    ['Japanese', 'キャンセルお願いします', ['shift_jis', 'euc-jp']],
    ['Chinese', '我的订单在哪里？', ['gbk', 'gb18030']],
    ['Chinese of Taiwan', '我的訂單在哪裡？謝謝', ['big5']],
    ['Korean', '주문 취소해 주세요', ['euc-kr']],
  ])('is %s: %s', (_language, text, encodings) => {
    for (const encoding of encodings) {
      const bytes = iconv.encode(text, encoding);
      for (const declared of [null, 'utf-8', 'us-ascii', 'iso-8859-1']) {
        expect([encoding, declared, readText(bytes, declared)]).toEqual([
          encoding,
          declared,
          iconv.decode(bytes, encoding),
        ]);
      }
    }
  });

  it.each([
    'Grüße, Jörg',
    'Thanks, Björn Sjöström',
    'José',
    'Škoda',
    'GRÜSSE AUS KÖLN',
    'Où est-ce que l’été à Besançon',
    'Hi, the price is £5 and 20 °C ± 3 µm – “nice”, © 2026 Müller GmbH®',
    'Olá, onde está a minha encomenda? Não chegou ainda. João Conceição',
    'Hej, hvor er min ordre? Med venlig hilsen, Søren Ærø, Åge',
    'Hei, missä tilaukseni on? Ystävällisin terveisin, Päivi Hämäläinen',
    'Góðan daginn, hvar er pöntunin mín? Þakka þér fyrir, Þórður Ævar',
    'Bon dia, on és la meva comanda? Gràcies, Núria',
    'Sláinte, tá fadhb agam leis an ordú. Seán Ó Súilleabháin',
    'Het café is geopend; coördinatie en reünie',
    'Përshëndetje, ku është porosia ime?',
    'huts·egin·da: denboraz kanpo',
  ])('remains windows-1252: %s', (text) => {
    expect(readText(iconv.encode(text, 'windows-1252'), null)).toBe(text);
  });

  it('is no other language because of single letters, or of a byte within UTF-8', () => {
    expect(likelyEncoding(Buffer.from('\xc6, \xd8, \xc9', 'latin1'))).toBeNull();
    expect(likelyEncoding(Buffer.concat([Buffer.from('Где мой заказ? '), Buffer.of(0xfc)]))).toBeNull();
  });

  it('takes linear time, also in long lines without other letters', () => {
    expectLinear((size) => likelyEncoding(Buffer.alloc(size, Buffer.from([0xcf, 0xf0, 0x20]))));
    const line = (size: number): Buffer => Buffer.concat([Buffer.from('é\n', 'latin1'), Buffer.alloc(size, '-')]);
    expectLinear((size) => likelyEncoding(line(Math.min(size, 60_000))));
  });
});
