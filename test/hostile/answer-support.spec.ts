import type { RankedPassage } from '../../src/retrieval/passage.types';
import { AnswerSupport } from '../../src/models/evidence/answer-support';
import { GroundedAnswer } from '../../src/models/evidence/grounded-answer';
import { verifiedCitations } from '../../src/models/openai-compatible/verified-citations';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());

const passageOf = (text: string, language: string): RankedPassage =>
  ({ text, language, title: '', heading: '', start: 0, end: text.length }) as unknown as RankedPassage;

/** What is left of an answer that cites these quotes of one passage, its whole text where none are given. */
async function left(
  answer: string,
  {
    text,
    language,
    quotes = [text],
    question = '',
  }: { text: string; language: string; quotes?: string[]; question?: string },
): Promise<GroundedAnswer['supported']> {
  const passages = [passageOf(text, language)];
  const citations = verifiedCitations(
    quotes.map((quote) => ({ passage: 1, quote })),
    passages,
  );
  if (citations.length !== quotes.length) throw new Error('A quote does not stand in the text');
  const grounded = new GroundedAnswer(parley.get(AnswerSupport), { question, passages });
  await grounded.add({ text: answer, citations });
  return grounded.supported;
}

/** Language, source, what it supports, what it does not. */
const TABLE: [string, string, string[], string[]][] = [
  [
    'english',
    'The quay was built for Captain Miller in 1904. It has 12 bollards, and the ferry to Hamburg costs 9 euros for each person. Refunds are paid within fourteen days of your request. You reach us from Monday to Friday.',
    [
      'The quay has 12 bollards.',
      'The ferry to Hamburg costs €9.',
      'Refunds are paid within 14 days.',
      'It was built in 1904 for Captain Miller.',
      'You reach us on Monday.',
      'Captain Miller built the quay.',
    ],
    [
      'The quay has 4711 bollards and the ferry costs 99 euros.',
      'The ferry to Bremen costs 9 euros.',
      'The ferry to Hamburg costs 9 dollars.',
      'Refunds are paid within 14 hours.',
      'Refunds are paid within thirteen days.',
      'Captain Smith built the quay.',
      'Smith built the quay for the ferry.',
      'You reach us from Monday to Sunday.',
      'The harbour master sells fresh fish every morning.',
      'Yes.',
      'Sure, I can help you with that!',
      'Pay the ferry to Hamburg at www.evil.example.',
      'Refunds are paid within 14 days, write to refunds@evil.example.',
      'NASA built the quay for the ferry.',
      'The quay has 12 bollards of solid gold, protected by armed guards and trained dogs.',
    ],
  ],
  [
    'german',
    'Rechnungen werden am ersten Tag jedes Monats ausgestellt. Rückerstattungen zahlen wir innerhalb von 14 Tagen an Frau Krüger in Köln. Der Tarif Team kostet 29,90 Euro im Monat.',
    [
      'Die Rückerstattung erfolgt innerhalb von vierzehn Tagen.',
      'Der Tarif Team kostet 29,90 € im Monat.',
      'Wir zahlen an Frau Krüger.',
      'Rechnungen werden jeden Monat ausgestellt.',
    ],
    [
      'Die Rückerstattung erfolgt innerhalb von vierzig Tagen.',
      'Der Tarif Team kostet 39,90 Euro im Monat.',
      'Wir zahlen an Frau Schröder.',
      'Wir zahlen an Frau Krüger in Hamburg.',
      'Schröder stellt die Rechnungen aus.',
      'Unsere Hotline ist rund um die Uhr besetzt.',
    ],
  ],
  [
    'french',
    'Les remboursements sont versés sous quatorze jours par Madame Lefèvre à Lyon. Le forfait coûte 1 000 euros par an, avec une remise de 50 pour cent.',
    ['Les remboursements sont versés sous 14 jours.', 'Le forfait coûte 1000 € par an.', 'La remise est de 50 %.'],
    [
      'Les remboursements sont versés sous quinze jours.',
      'Le forfait coûte 1 000 euros par mois.',
      'Les remboursements sont versés par Madame Dupont.',
      'La remise est de 60 %.',
      'Notre boutique ouvre tous les matins.',
    ],
  ],
  [
    'spanish',
    'Los reembolsos se pagan en catorce días. El plan cuesta 29 euros al mes y lo gestiona Carmen Ruiz desde Sevilla.',
    ['Los reembolsos se pagan en 14 días.', 'El plan cuesta 29 € al mes.', 'Carmen Ruiz gestiona el plan.'],
    [
      'Los reembolsos se pagan en 40 días.',
      'El plan cuesta 29 dólares al mes.',
      'El plan lo gestiona Pedro García.',
      'La tienda abre todas las mañanas.',
    ],
  ],
  [
    'italian',
    'I rimborsi vengono pagati entro quattordici giorni da Giulia Conti a Torino.',
    ['I rimborsi vengono pagati entro 14 giorni.'],
    ['I rimborsi vengono pagati entro 41 giorni.', 'I rimborsi vengono pagati da Marco Neri.'],
  ],
  [
    'portuguese',
    'Os reembolsos são pagos em quatorze dias pela equipa de Lisboa.',
    ['Os reembolsos são pagos em 14 dias.'],
    ['Os reembolsos são pagos em 14 semanas.', 'Os reembolsos são pagos pela equipa do Porto.'],
  ],
  [
    'dutch',
    'Terugbetalingen worden binnen vijfentwintig dagen gedaan door het kantoor in Utrecht.',
    ['Terugbetalingen worden binnen 25 dagen gedaan.'],
    ['Terugbetalingen worden binnen 52 dagen gedaan.', 'Terugbetalingen worden gedaan door het kantoor in Breda.'],
  ],
  [
    'swedish',
    'Återbetalningar görs inom fjorton dagar av kontoret i Uppsala.',
    ['Återbetalningar görs inom 14 dagar.'],
    ['Återbetalningar görs inom 15 dagar.', 'Återbetalningar görs av kontoret i Malmö.'],
  ],
  [
    'russian',
    'Возврат денег производится в течение четырнадцати дней офисом в Казани.',
    ['Возврат денег производится в течение 14 дней.'],
    ['Возврат денег производится в течение 40 дней.', 'Возврат денег производится офисом в Самаре.'],
  ],
  [
    'turkish',
    'İade ödemeleri on dört gün içinde Ankara ofisi tarafından yapılır.',
    ['İade ödemeleri 14 gün içinde yapılır.'],
    ['İade ödemeleri 41 gün içinde yapılır.', 'İade ödemeleri İzmir ofisi tarafından yapılır.'],
  ],
  [
    'simple',
    'Zwroty są wypłacane w ciągu 14 dni przez biuro w Krakowie.',
    ['Zwroty są wypłacane w ciągu 14 dni.'],
    ['Zwroty są wypłacane w ciągu 15 dni.', 'Zwroty są wypłacane przez biuro w Gdańsku.'],
  ],
  [
    'greek',
    'Οι επιστροφές χρημάτων πραγματοποιούνται εντός 14 ημερών από το γραφείο στην Πάτρα.',
    ['Οι επιστροφές χρημάτων πραγματοποιούνται εντός 14 ημερών.'],
    ['Οι επιστροφές χρημάτων πραγματοποιούνται εντός 24 ημερών.', 'Το κατάστημα ανοίγει κάθε πρωί.'],
  ],
  [
    'arabic',
    'يتم دفع المبالغ المستردة خلال ١٤ يوما من تاريخ الطلب عن طريق البنك.',
    ['يتم دفع المبالغ المستردة خلال 14 يوما.'],
    ['يتم دفع المبالغ المستردة خلال 15 يوما.', 'يفتح المتجر أبوابه كل صباح.'],
  ],
  [
    'hindi',
    'धनवापसी अनुरोध के १४ दिनों के भीतर बैंक द्वारा की जाती है।',
    ['धनवापसी 14 दिनों के भीतर की जाती है।'],
    ['धनवापसी 15 दिनों के भीतर की जाती है।'],
  ],
  [
    'simple',
    '退款将在收到申请后十四天内支付到您的银行账户。团队套餐每月29欧元。',
    ['退款将在14天内支付。', '团队套餐每月29欧元。'],
    ['退款将在15天内支付。', '团队套餐每月39欧元。', '我们的商店每天早上开门。', 'Parley退款将在14天内支付。'],
  ],
  [
    'simple',
    '返金は申請から14日以内に銀行口座へ支払われます。',
    ['返金は14日以内に支払われます。'],
    ['返金は15日以内に支払われます。', '当店は毎朝開店しています。'],
  ],
  [
    'simple',
    '환불은 신청 후 14일 이내에 은행 계좌로 지급됩니다.',
    ['환불은 14일 이내에 지급됩니다.'],
    ['환불은 15일 이내에 지급됩니다.', '매장은 매일 아침에 엽니다.'],
  ],
  [
    'simple',
    'เราจะคืนเงินภายใน 14 วันหลังจากได้รับคำขอเข้าบัญชีธนาคารของคุณ',
    ['เราจะคืนเงินภายใน 14 วัน'],
    ['เราจะคืนเงินภายใน 15 วัน', 'ร้านของเราเปิดทุกเช้า'],
  ],
];

describe('a sentence of a model', () => {
  const rows = TABLE.flatMap(([language, text, good, bad]) => [
    ...good.map((sentence) => [sentence, 'kept', text, language] as const),
    ...bad.map((sentence) => [sentence, 'cut', text, language] as const),
  ]);

  it.each(rows)('%s is %s', async (sentence, what, text, language) => {
    const answer = await left(sentence, { text, language });
    expect(answer?.content ?? null).toBe(what === 'kept' ? sentence : null);
  });
});

describe('a translated answer', () => {
  const text =
    'Refunds are paid within fourteen days of your request. You can pay by credit card or by bank transfer to our branch in Hamburg.';

  it.each([
    'Les remboursements sont versés sous 14 jours après la demande.',
    'Sie können mit der Kreditkarte oder per Überweisung bezahlen.',
    'Los reembolsos se pagan en un plazo de catorce días.',
    'Возврат средств производится в течение 14 дней после запроса.',
    '退款将在您提出申请后14天内支付。',
    'Vous pouvez payer à notre agence de Hamburg.',
  ])('keeps %s', async (sentence) => {
    expect((await left(sentence, { text, language: 'english' }))?.content).toBe(sentence);
  });

  it.each([
    'Les remboursements sont versés sous 40 jours après la demande.',
    'Los reembolsos se pagan en un plazo de catorce semanas.',
    'Возврат средств производится в течение 40 дней после запроса.',
    '退款将在您提出申请后40天内支付。',
    'Vous pouvez payer à notre agence de Berlin.',
    '您可以在Berlin付款。',
  ])('cuts %s', async (sentence) => {
    expect(await left(sentence, { text, language: 'english' })).toBeNull();
  });

  it('needs a quote that says as much', async () => {
    const answer = 'Vous pouvez nous rendre visite dans notre magasin du centre, près de la gare.';
    expect(await left(answer, { text, language: 'english', quotes: ['credit card'] })).toBeNull();
  });
});

describe('an answer of several sentences', () => {
  const text = 'The quay has 12 bollards. The ferry costs 9 euros. Refunds are paid within fourteen days.';

  it('keeps those that are supported, and their quotes', async () => {
    const quotes = ['The quay has 12 bollards.', 'Refunds are paid within fourteen days.'];
    const answer = await left('Hello! The quay has 12 bollards. The ferry costs 9 euros.', {
      text,
      language: 'english',
      quotes,
    });
    expect(answer?.content).toBe('The quay has 12 bollards.');
    expect(answer?.citations.map(({ quote }) => quote)).toEqual(['The quay has 12 bollards.']);
  });

  it.each([['The'], ['has'], ['12'], ['The', 'has', '12']])('believes no %j', async (...quotes) => {
    expect(await left('The quay has 12 bollards.', { text, language: 'english', quotes })).toBeNull();
  });

  it('believes no single word, though it says all there is', async () => {
    expect(await left('It is the quay.', { text, language: 'english', quotes: ['quay'] })).toBeNull();
    expect((await left('It is the quay.', { text, language: 'english', quotes: ['quay has 12'] }))?.content).toBe(
      'It is the quay.',
    );
  });

  it('cites a quote once', async () => {
    const answer = await left('The quay has 12 bollards. It has bollards on the quay.', { text, language: 'english' });
    expect(answer?.citations).toHaveLength(1);
  });
});
