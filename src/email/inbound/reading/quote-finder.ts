import { headerIn, type HeaderKind } from './forward-labels';
import { introducesForward, isDivider } from './forward-marks';

/**
 * The start of the trailing quote in an email, in UTF-16 code units. Null without one. The service does not remove the quote, so that an
 * error here hides nothing. A quote only counts if the sender has written nothing after it or between its lines.
 */
export function quotedFrom(text: string): number | null {
  const lines = linesOf(text);
  const begins = [trailingQuote(lines), repliedMessage(lines)].filter((line) => line !== null);
  if (begins.length === 0) return null;
  const first = introducedAt(lines, Math.min(...begins));
  // An email that consists of a quote only is the message itself.
  return lines.slice(0, first).some(({ isBlank }) => !isBlank) ? (lines[first]?.start ?? null) : null;
}

interface Line {
  /** Without surrounding white space. */
  text: string;
  start: number;
  isBlank: boolean;
  isQuoted: boolean;
}

/** RFC 5322 §2.1.1. A longer line is a paragraph and not the introduction of a quote. */
const LONGEST = 998;
/** `-----Original-Nachricht-----`. */
const ORIGINAL = /^-{3,}\s?\p{L}[\p{L}\p{M} -]{4,50}\p{L}\s?-{3,}$/u;
/** The most lines of the introduction of a quote. */
const MOST_ABOVE = 4;

function linesOf(text: string): Line[] {
  let start = 0;
  return text.split('\n').map((whole) => {
    const trimmed = whole.length > LONGEST ? whole.slice(0, LONGEST) : whole.trim();
    const line = { text: trimmed, start, isBlank: whole.trim() === '', isQuoted: trimmed.startsWith('>') };
    start += whole.length + 1;
    return line;
  });
}

/** The line above that says that a forwarded email begins. */
function introducedAt(lines: readonly Line[], first: number): number {
  let above = first - 1;
  while (lines[above]?.isBlank) above -= 1;
  const text = lines[above]?.text ?? '';
  return introducesForward(text) || ORIGINAL.test(text) ? above : first;
}

/** Lines that begin with `>` up to the end, with their introduction. */
function trailingQuote(lines: readonly Line[]): number | null {
  let first: number | null = null;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at];
    if (!line || !(line.isBlank || line.isQuoted)) break;
    if (line.isQuoted) first = at;
  }
  return first === null ? null : (attributionAbove(lines, first) ?? first);
}

/** A complete message without quote marks below an answer, as some programs write it. */
function repliedMessage(lines: readonly Line[]): number | null {
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (!line || line.isBlank || line.isQuoted) continue;
    if (isOneLineHeader(lines, at)) return at;
    // What is below is the email that the customer answers, for the program that has written it.
    if (REPLY_LINE.test(line.text)) return at;
    if (DASHED.test(line.text) && TIME.test(line.text) && WROTE.test(line.text)) return at;
    const beginsOne = isDivider(line.text)
      ? headersFollow(lines, at + 1) || saysOriginal(line.text)
      : headersFollow(lines, at);
    if (beginsOne) return hasAnswers(lines, at + 1) ? null : at;
    // Yandex writes a date and the sender, without a verb.
    const introduced = attributionTo(lines, at) ?? (/^\d/.test(line.text) && namesSender(line.text) ? at : null);
    // Unmarked text after a marked quote is an answer.
    if (introduced !== null && !lines.slice(at + 1).some(({ isQuoted }) => isQuoted)) return introduced;
  }
  return null;
}

/**
 * Yahoo writes all headers of a forwarded message in one line, behind the divider or below it:
 * `----- Forwarded Message ----- From: Ada <ada@example.com>To: …Sent: …Subject: Parcel`.
 */
function isOneLineHeader(lines: readonly Line[], at: number): boolean {
  const [, divider = '', behind = ''] = /^(-{3,}\s?\p{L}[^-]{2,60}-{3,})(.*)$/u.exec(lines[at]?.text ?? '') ?? [];
  if (divider === '') return false;
  let below = at + 1;
  while (lines[below]?.isBlank) below += 1;
  const header = behind.trim() === '' ? (lines[below]?.text ?? '') : behind;
  const labels = header.match(/(?:^\s*|[\s>.\p{L}\d])\p{L}{1,20}\s?:/gu) ?? [];
  return labels.length >= 3 && /^\s*[*_]{0,2}\p{L}/u.test(header) && /\S@\S/.test(header) && TIME.test(header);
}

/** Answers between the lines of a marked quote. */
function hasAnswers(lines: readonly Line[], from: number): boolean {
  const rest = lines.slice(from).filter(({ isBlank }) => !isBlank);
  const firstMarked = rest.findIndex(({ isQuoted }) => isQuoted);
  return firstMarked >= 0 && rest.slice(firstMarked).some(({ isQuoted, text }) => !isQuoted && !isHeader(text));
}

function saysOriginal(text: string): boolean {
  return /^-{3,} ?\p{L}[\p{L} ]{4,50}-{3,}$/u.test(text);
}

/** `From: Ada <ada@example.com>` in any language, followed by at least two of date, receiver and subject. */
function headersFollow(lines: readonly Line[], from: number): boolean {
  let at = from;
  while (lines[at]?.isBlank) at += 1;
  const block: string[] = [];
  for (; block.length < 8; at += 1) {
    const line = lines[at];
    if (!line || line.isBlank || !isHeader(line.text)) break;
    block.push(line.text);
  }
  const kinds = block.map((text) => headerIn(text)?.kind);
  const namesSome = block.some((text) => /\S@\S/.test(text)) || WITHOUT_ADDRESS.every((kind) => kinds.includes(kind));
  return block.length >= 3 && namesSome && block.some((text) => TIME.test(text));
}

/** Outlook writes names only, for people whom it knows. */
const WITHOUT_ADDRESS: readonly HeaderKind[] = ['from', 'to', 'date', 'subject'];

function isHeader(text: string): boolean {
  return /^[*_]{0,2}\p{L}[\p{L} -]{0,20}[*_]{0,2}\s?[:：][*_]{0,2}\s*\S/u.test(text);
}

const TIME = /\b\d{1,2}[:.h]\d{2}\b|\b(?:19|20)\d{2}\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\d年/;

/** `##- Please type your reply above this line -##`, in any language. */
const REPLY_LINE = /^##-\s?\S.{0,120}\s?-##$/;
/** `---- On Fri, 27 Nov 2026 10:00:00 +0100 Ada <ada@example.com> wrote ----`, as Zoho has it. */
const DASHED = /^-{3,}\s.{10,300}\s-{3,}$/;

/** The verb for "wrote" in the most common languages. */
const WROTE =
  /(?:^|[\s>)"”])(?:wrote|writes|schrieb|schrieben|écrit|escribió|escreveu|ha scritto|scrisse|schreef|skrev|kirjoitti|napisała?|napsala?|пише|писал|написала?|написав|wrote on|a scris|yazdı|στις|έγραψε|írta)\b|napisał\(a\)|(?<=[\s>)])(?:napisał|pisze)(?=\s?[:：])|写道|寫道|のメール|님이 작성|เขียนว่า|كتب|كتابة ما يلي|כתב(?:ה|\/ה)?|מאת|kirjutas|menulis|napisao|napisal|Missatge de/iu;

/**
 * The start of an introduction such as `On 2 May 2026 at 10:15, Ada <ada@example.com> wrote:` that ends here, on one or several lines.
 * The shortest match, because an answer can precede it, including the line with the time if that is separate.
 */
function attributionTo(lines: readonly Line[], end: number): number | null {
  let joined = '';
  for (let at = end; at > end - MOST_ABOVE; at -= 1) {
    const line = lines[at];
    if (!line || line.isBlank || line.isQuoted) return null;
    joined = `${line.text} ${joined}`.trim();
    if (!isAttribution(joined)) continue;
    const before = lines[at - 1];
    const isBroken =
      !TIME.test(joined) && before !== undefined && !before.isBlank && !before.isQuoted && TIME.test(before.text);
    return isBroken ? at - 1 : at;
  }
  return null;
}

function isAttribution(text: string): boolean {
  if (text.length > 400 || !/[:：]$/.test(text)) return false;
  const names = /\S@\S/.test(text);
  return (
    (WROTE.test(text) || / [\p{L}]+ ?[:：]$/u.test(text)) &&
    (TIME.test(text) ? names || WROTE.test(text) : names && WROTE.test(text))
  );
}

/** `27.11.2026, 10:00, "Ada" <ada@example.com>:` has no verb, and marks of the direction of writing may stand around the address. */
function namesSender(text: string): boolean {
  return (
    text.length <= 400 && /[:：]$/.test(text) && TIME.test(text) && /<[^<>@\s]+@[^<>@\s]+>\S{0,3}[:：]$/.test(text)
  );
}

/** The start of the introduction of a marked quote. Null without one. */
function attributionAbove(lines: readonly Line[], quote: number): number | null {
  let end = quote - 1;
  while (end >= 0 && lines[end]?.isBlank) end -= 1;
  return attributionTo(lines, end) ?? (namesSender(lines[end]?.text ?? '') ? end : null);
}
