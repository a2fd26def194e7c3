import { forwardHeader } from './forward-header';
import { quotedFrom } from './quote-finder';

const CONTENT = 'My kettle no longer switches off.\n\nCarla';
const FROM = 'Carla Client <carla@customer.test>';
const OPS = 'ops@example.com';

/** Labels of sender, date, receiver and subject, and the date. */
const OUTLOOK: [string, string[], string][] = [
  ['English', ['From:', 'Sent:', 'To:', 'Subject:'], 'Monday, November 23, 2026 9:14 AM'],
  ['German', ['Von:', 'Gesendet:', 'An:', 'Betreff:'], 'Montag, 23. November 2026 09:14'],
  ['French', ['De :', 'Envoyé :', 'À :', 'Objet :'], 'lundi 23 novembre 2026 09:14'],
  ['Italian', ['Da:', 'Inviato:', 'A:', 'Oggetto:'], 'lunedì 23 novembre 2026 09:14'],
  ['Dutch', ['Van:', 'Verzonden:', 'Aan:', 'Onderwerp:'], 'maandag 23 november 2026 09:14'],
  ['Portuguese', ['De:', 'Enviada em:', 'Para:', 'Assunto:'], 'segunda-feira, 23 de novembro de 2026 09:14'],
  ['Polish', ['Od:', 'Wysłano:', 'Do:', 'Temat:'], 'poniedziałek, 23 listopada 2026 09:14'],
  ['Swedish', ['Från:', 'Skickat:', 'Till:', 'Ämne:'], 'den 23 november 2026 09:14'],
  ['Finnish', ['Lähettäjä:', 'Lähetetty:', 'Vastaanottaja:', 'Aihe:'], 'maanantai 23. marraskuuta 2026 9.14'],
  ['Hungarian', ['Feladó:', 'Elküldve:', 'Címzett:', 'Tárgy:'], '2026. november 23., hétfő 9:14'],
  ['Russian', ['От:', 'Отправлено:', 'Кому:', 'Тема:'], 'понедельник, 23 ноября 2026 г. 09:14'],
  ['Ukrainian', ['Від:', 'Надіслано:', 'Кому:', 'Тема:'], 'понеділок, 23 листопада 2026 р. 09:14'],
  ['Greek', ['Από:', 'Στάλθηκε:', 'Προς:', 'Θέμα:'], 'Δευτέρα, 23 Νοεμβρίου 2026 9:14 πμ'],
  ['Turkish', ['Kimden:', 'Gönderildi:', 'Kime:', 'Konu:'], '23 Kasım 2026 Pazartesi 09:14'],
  ['Romanian', ['De la:', 'Trimis:', 'Către:', 'Subiect:'], 'luni, 23 noiembrie 2026 09:14'],
  ['Japanese', ['差出人:', '送信日時:', '宛先:', '件名:'], '2026年11月23日 9:14'],
  ['Chinese', ['发件人：', '发送时间：', '收件人：', '主题：'], '2026年11月23日 9:14'],
  ['Korean', ['보낸 사람:', '보낸 날짜:', '받는 사람:', '제목:'], '2026년 11월 23일 월요일 오전 9:14'],
];
const headersOf = ([from, date, to, subject]: string[], sent: string): string[] => [
  `${from} ${FROM}`,
  `${date} ${sent}`,
  `${to} ${OPS}`,
  `${subject} Broken kettle`,
];
const quoted = (lines: string): string => lines.replace(/^/gm, '> ');
const block = headersOf(['From:', 'Date:', 'To:', 'Subject:'], 'Mon, 23 Nov 2026 09:14:00 +0100').join('\n');

const OTHERS: [string, string][] = [
  ['Outlook with a divider', `-----Original Message-----\n${block}\n\n${CONTENT}`],
  ['Outlook with copies and importance', `${block}\nCc: a@example.com; b@example.com\nImportance: High\n\n${CONTENT}`],
  ['Outlook in bold', `${block.replace(/^(\w+:)/gm, '*$1*')}\n\n${CONTENT}`],
  ['old Outlook', `${block.replace('<carla@customer.test>', '[mailto:carla@customer.test]')}\n\n${CONTENT}`],
  ['receivers on several lines', `${block.replace(OPS, `${OPS},\n a@example.com,\n b@example.com`)}\n\n${CONTENT}`],
  ['Apple Mail', `Begin forwarded message:\n\n${quoted(`${block}\n\n${CONTENT}`)}`],
  ['Apple Mail in French', `Début du message réexpédié :\n\n${quoted(`${block}\n\n${CONTENT}`)}`],
  [
    'Apple Mail in Japanese',
    `転送されたメッセージ：\n\n${quoted(`${headersOf(['差出人:', '日付:', '宛先:', '件名:'], '2026年11月23日').join('\n')}\n\n${CONTENT}`)}`,
  ],
  ['Apple Mail without marks', `Begin forwarded message:\n\n${block}\n\n${CONTENT}`],
  [
    'Thunderbird in Polish',
    `-------- Przekazana wiadomość --------\nTemat: \tBroken kettle\nData: \tMon, 23 Nov 2026 09:14:00 +0100\nNadawca: \t${FROM}\nAdresat: \t${OPS}\n\n\n${CONTENT}`,
  ],
  [
    'Yahoo in French',
    `   ----- Mail transféré ----- De : ${FROM}À : "${OPS}" <${OPS}>Envoyé : lundi 23 novembre 2026 à 09:14:00 UTC+1Objet : Broken kettle\n ${CONTENT}`,
  ],
  [
    'Yahoo, with the headers below',
    `----- Forwarded Message -----\nFrom: ${FROM}To: ${OPS}Sent: Monday, November 23, 2026, 09:14:00 AM GMT+1Subject: Broken kettle\n${CONTENT}`,
  ],
  ['Proton', `------- Forwarded Message -------\n${block}\n\n\n${quoted(CONTENT)}`],
  [
    'GMX',
    `Gesendet: Montag, 23. November 2026 um 09:14 Uhr\nVon: "Carla Client" <carla@customer.test>\nAn: ${OPS}\nBetreff: Broken kettle\n\n${CONTENT}`,
  ],
  [
    'Zoho',
    `============ Forwarded message ============\n${block}\n============ Forwarded message ============\n\n${CONTENT}`,
  ],
  [
    'Yandex',
    `-------- Пересылаемое сообщение --------\n23.11.2026, 09:14, "Carla Client" <carla@customer.test>:\n\n${CONTENT}\n-------- Конец пересылаемого сообщения --------`,
  ],
  ['Lotus Notes', `----- Forwarded by Ops/Example on 23.11.2026 09:14 -----\n\n${block}\n\n\n${CONTENT}`],
  [
    'Roundcube',
    `-------- Original Message --------\nSubject: Broken kettle\nDate: 2026-11-23 09:14\nFrom: ${FROM}\nTo: ${OPS}\n\n${CONTENT}`,
  ],
  [
    'Mutt',
    `----- Forwarded message from Carla Client <carla@customer.test> -----\n\n${block}\n\n${CONTENT}\n\n----- End forwarded message -----`,
  ],
  ['eM Client', `------ Forwarded Message ------\n${block.replace(/^(\w+):/gm, '$1')}\n\n${CONTENT}`],
  [
    'Superhuman, with the name in bold',
    `---------- Forwarded message ----------\n${block.replace('Carla Client', '*Carla Client*')}\n\n${CONTENT}`,
  ],
  [
    'Samsung',
    `-------- Original message --------\nFrom: ${FROM} \nDate: 23/11/2026  09:14  (GMT+01:00) \nTo: ${OPS} \nSubject: Broken kettle \n\n${CONTENT}`,
  ],
];

describe('the header of a forwarded email', () => {
  it.each([
    ...OUTLOOK.map(([language, labels, sent]) => [
      `Outlook in ${language}`,
      `${headersOf(labels, sent).join('\n')}\n\n${CONTENT}`,
    ]),
    ...OTHERS,
  ])('is found as %s writes it', (_program, text) => {
    const mail = `Please help.\n\n${text}`;
    const { from, note, content } = forwardHeader(mail)!;
    expect(from.replace(/"/g, '')).toBe(FROM);
    expect([note, content.replace(/\s+/g, ' ')]).toEqual(['Please help.', CONTENT.replace(/\s+/g, ' ')]);
    expect(mail.slice(0, quotedFrom(mail)!).trim()).toBe('Please help.');
  });

  it('keeps quotes within the email, and what is written above', () => {
    const inner = `Hello\n\nOn Monday, Bob wrote:\n> Where is it?`;
    expect(forwardHeader(`Hi team:\n\n${block}\n\n${inner}`)).toEqual({ from: FROM, note: 'Hi team:', content: inner });
    const marked = `Begin forwarded message:\n\n${quoted(`${block}\n\n${inner}`)}`;
    expect(forwardHeader(marked)).toEqual({ from: FROM, note: '', content: inner });
  });

  it.each([
    ['no address', block.replace(/<.*>/, '')],
    ['two headers only', `From: ${FROM}\nDate: 23 Nov 2026\n\nHello`],
    ['other headers', `Order: 7\nContact: carla@customer.test\nAmount: 5 EUR`],
    ['a sentence with a colon', 'To be clear: carla@customer.test wrote this, and the subject: none, the date: none.'],
    ['nothing', ''],
  ])('is not found in %s', (_what, text) => expect(forwardHeader(text)).toBeNull());

  it('is looked for in linear time', () => {
    const parts = [
      'From: a@b.c\n',
      '> '.repeat(20),
      '----- x -----\n',
      'To: ',
      '----- a ----- From: To: ',
      '"a <a@b.c>:\n',
    ];
    for (const part of parts) {
      const time = (count: number): number => {
        const begun = process.cpuUsage();
        forwardHeader(part.repeat(count));
        const { user, system } = process.cpuUsage(begun);
        return user + system;
      };
      time(100);
      expect(time(40_000)).toBeLessThan(200 * time(4_000) + 1_000_000);
    }
  });
});
