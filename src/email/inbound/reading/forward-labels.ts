export type HeaderKind = 'from' | 'to' | 'cc' | 'date' | 'subject';

/** How email programs name the headers above an email that they forward, in lower case, by language of their user. */
const NAMES: Readonly<Record<HeaderKind, string>> = {
  from: 'from|von|absender|de|expéditeur|remitente|remetente|da|mittente|van|afzender|från|avsändare|fra|afsender|avsender|lähettäjä|od|nadawca|odesílatel|odosielateľ|šalje|feladó|от|от кого|отправитель|від|від кого|відправник|de la|expeditor|expeditorul|kimden|gönderen|από|saatja|差出人|送信元|送信者|发件人|發件人|寄件人|寄件者|보낸 사람|보낸사람|מאת|من|จาก|từ|dari',
  to: 'to|an|empfänger|à|pour|destinataire|para|destinatario|destinatário|a|aan|till|til|vastaanottaja|do|adresat|komu|prima|címzett|кому|către|kime|alıcı|προς|saaja|宛先|收件人|收件者|받는 사람|받는사람|אל|إلى|ถึง|đến|kepada',
  cc: 'cc|bcc|kopie|kopie (cc)|copie|copie à|cópia|copia|kopia|kopi|dw|udw|копия|копія|másolat|kopio|bilgi|κοιν|抄送|副本|参照|참조|עותק|نسخة',
  date: 'date|sent|datum|gesendet|gesendet am|envoyé|envoyé le|fecha|enviado|enviado el|enviado em|enviada|enviada em|data|inviato|inviato il|verzonden|skickat|skickad|sendt|dato|lähetetty|päivämäärä|päiväys|odesláno|odoslané|dátum|elküldve|küldve|wysłane|wysłano|poslano|отправлено|дата|надіслано|trimis|trimis la|dată|gönderildi|gönderilme tarihi|tarih|στάλθηκε|ημερομηνία|kuupäev|saadetud|送信日時|日付|日時|发送时间|發送時間|发送日期|寄件日期|日期|时间|보낸 날짜|날짜|נשלח|תאריך|تاريخ|التاريخ|วันที่|ngày|tanggal',
  subject:
    'subject|betreff|objet|sujet|asunto|assunto|oggetto|onderwerp|ämne|emne|aihe|temat|předmět|predmet|naslov|tárgy|тема|subiect|subiectul|konu|θέμα|teema|件名|主题|主題|主旨|제목|נושא|الموضوع|เรื่อง|chủ đề|subjek',
};

const KINDS = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) => names.split('|').map((name) => [name, kind as HeaderKind])),
);
/** The letters, spaces and brackets before a colon, which some programs set in bold. */
const HEADER = /^[*_]{0,2}([\p{L}\p{M}][\p{L}\p{M}() -]{0,24}?)[*_]{0,2}[ \u00a0]?[:：][*_]{0,2}[ \t\u00a0]*(.*)$/u;
/** A name within a line that has all headers. The name begins with a capital, so that it does not end another word. */
const WITHIN = new RegExp(
  `(?:${[...KINDS.keys()]
    .sort((one, other) => other.length - one.length)
    .map((name) => name.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase('en')).replace(/[()]/g, '\\$&'))
    .join('|')})[ \\u00a0]?[:：]`,
  'gu',
);

/** A line of such a header. `kind`: null for one of another name. Null if the line is none. */
export function headerIn(line: string): { kind: HeaderKind | null; value: string } | null {
  const [, name, value = ''] = HEADER.exec(line) ?? [];
  return name === undefined ? null : { kind: KINDS.get(name.toLowerCase()) ?? null, value: value.trim() };
}

/** A header that has a space instead of the colon: `From "Ann" <ann@example.com>`. Null if the line is none. */
export function withColon(line: string): string | null {
  const [, name = '', value = ''] = /^(\p{Lu}[\p{L}\p{M}]{0,24}) (.+)$/u.exec(line) ?? [];
  return KINDS.has(name.toLowerCase()) ? `${name}: ${value}` : null;
}

/** The lines of headers that a program has written into one line. The subject is the last. */
export function separateHeaders(line: string): string[] {
  const starts = [...line.matchAll(WITHIN)].map(({ index }) => index);
  const lines = starts.map((start, at) => line.slice(start, starts[at + 1]));
  const subject = lines.findIndex((one) => headerIn(one)?.kind === 'subject');
  return subject < 0 ? lines : [...lines.slice(0, subject), line.slice(starts[subject])];
}
