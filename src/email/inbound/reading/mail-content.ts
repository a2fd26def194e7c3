import { storable } from '../../../common/text/storable';
import { htmlText } from './html-text';
import type { TextPart } from './mail-parts';
import { cutTo, INVISIBLE } from './one-line';

/** In code points. */
const LONGEST_CONTENT = 200_000;
/** Longer plain text is what its sender wrote. In characters, without links. */
const LONGEST_STUB = 500;
/** How many times longer the HTML is beside a stub that does not say what it is. */
const MUCH_MORE = 4;
/** HTML that is this much longer is the email, even if the plain text shares no words with it. */
const FAR_MORE = 20;
/** The least characters of HTML that count as much more. */
const LEAST_MORE = 200;

/** What programs write where a plain text should be. */
const SAYS_HTML =
  /\bhtml\b|(?:view|open|read|see) (?:this|the|it|your) .{0,40}(?:browser|online)|view (?:in|as) (?:a )?(?:browser|web ?page)|(?:im|in ihrem|in deinem) browser|webversion|online[- ]?version|(?:dans|avec) (?:votre|un|le) navigateur|version en ligne|en (?:su|tu|el|un) navegador|no (?:seu )?navegador|nel (?:tuo )?browser|in (?:je|uw) browser|w przeglądarce|does not support|multi-?part message in mime format/iu;

/** The visible text of an email, for people and models. */
export function textOf(texts: readonly TextPart[]): string {
  const text = texts
    .map(shownText)
    .filter((part) => part.trim() !== '')
    .join('\n\n');
  return storable(text).replace(/\r\n?/g, '\n').replace(INVISIBLE, '').trim();
}

/** With a mark for everything that is left out. */
export function boundedContent(text: string, attachmentsLeftOut: number): string {
  const [cut, isCut] = cutTo(text, LONGEST_CONTENT);
  const marks = [
    ...(isCut ? ['[The rest of this email was removed.]'] : []),
    ...(attachmentsLeftOut > 0 ? [`[${attachmentsLeftOut} more attachments were removed.]`] : []),
  ];
  return marks.length === 0 ? cut : [cut, ...marks].join('\n\n');
}

function shownText({ plain, html }: TextPart): string {
  if (plain === null || plain.trim() === '') return html === null ? '' : htmlText(storable(html));
  if (html === null) return plain;
  const bare = withoutLinks(plain);
  if (bare.length > LONGEST_STUB) return plain;
  const shown = readableText(html);
  return shown !== null && isStub(bare, withoutLinks(shown)) ? shown : plain;
}

/** Null for HTML that cannot be read: the plain text is there. */
function readableText(html: string): string | null {
  try {
    return htmlText(storable(html));
  } catch {
    return null;
  }
}

/** Whether the plain text only stands for the HTML: it says so, or the HTML says it too and much more. */
function isStub(plain: string, html: string): boolean {
  if (html === '') return false;
  const words = wordsOf(plain);
  if (words.size === 0) return true;
  const inHtml = wordsOf(html);
  const shared = [...words].filter((word) => inHtml.has(word)).length / words.size;
  const isOther = [...inHtml].some((word) => !words.has(word));
  if (SAYS_HTML.test(plain)) return isOther;
  if (html.length < plain.length + LEAST_MORE) return false;
  if (html.length >= FAR_MORE * plain.length) return true;
  return html.length >= MUCH_MORE * plain.length && shared >= 0.6;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

function withoutLinks(text: string): string {
  return text
    .replace(/<?(?:https?:\/\/|www\.)\S+/gi, '')
    .replace(/\s+/g, ' ')
    .trim();
}
