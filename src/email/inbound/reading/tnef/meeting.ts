/** A message about a meeting, as Outlook keeps it. */
interface Meeting {
  /** Its class of MS-OXCMSG, or that of old programs. */
  readonly kind: string;
  readonly subject: string;
  readonly location: string;
  readonly sender: string;
  /** In intervals of 100 ns since 1601. */
  readonly from: Buffer | null;
  readonly to: Buffer | null;
}

const METHODS: readonly (readonly [RegExp, string])[] = [
  [/^IPM\.Schedule\.Meeting\.Request|MtgReq$/i, 'REQUEST'],
  [/^IPM\.Schedule\.Meeting\.Canceled|MtgCncl$/i, 'CANCEL'],
  [/^IPM\.Schedule\.Meeting\.Resp\.|MtgResp[PNA]$/i, 'REPLY'],
  [/^IPM\.Appointment$/i, 'PUBLISH'],
];
const ANSWERS: readonly (readonly [RegExp, string])[] = [
  [/Resp\.Pos|RespP$/i, 'ACCEPTED'],
  [/Resp\.Neg|RespN$/i, 'DECLINED'],
  [/Resp\.Tent|RespA$/i, 'TENTATIVE'],
];
const UNTIL_1970 = 116_444_736_000_000_000n;
const TICKS_A_SECOND = 10_000_000n;

/** The calendar (RFC 5545) of a message about a meeting; null of other messages. */
export function calendarOf({ kind, subject, location, sender, from, to }: Meeting): string | null {
  const method = METHODS.find(([pattern]) => pattern.test(kind))?.[1];
  const begins = timeOf(from);
  if (method === undefined || begins === null) return null;
  const ends = timeOf(to);
  const answer = method === 'REPLY' ? ANSWERS.find(([pattern]) => pattern.test(kind))?.[1] : undefined;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Parley//TNEF//EN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `DTSTART:${begins}`,
    ...(ends === null ? [] : [`DTEND:${ends}`]),
    `SUMMARY:${escaped(subject)}`,
    ...(location === '' ? [] : [`LOCATION:${escaped(location)}`]),
    ...(answer === undefined ? [] : [`ATTENDEE;PARTSTAT=${answer};CN="${sender.replace(/["\p{C}]/gu, '')}":`]),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}

/** `20261126T130000Z`, of years with four digits. */
function timeOf(ticks: Buffer | null): string | null {
  if (ticks?.length !== 8) return null;
  const time = new Date(Number((ticks.readBigUInt64LE() - UNTIL_1970) / TICKS_A_SECOND) * 1_000);
  const year = time.getUTCFullYear();
  return year >= 1_900 && year <= 9_999 ? `${time.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z` : null;
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\s+/g, ' ');
}
