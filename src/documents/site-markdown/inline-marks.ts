import { superscript } from '../html/superscripts';
import { outsideSpans } from './outside-code';

/** What is struck through was so once, and is not any more. */
const STRUCK = /~~(?=\S)[^~\n]{1,300}~~|<(?:del|s|strike)(?:\s[^<>]{0,200})?>[^<>\n]{0,300}<\/(?:del|s|strike)>/gi;
const RAISED = /(.?)<sup(?:\s[^<>]{0,200})?>([^<>\n]{1,20})<\/sup>|(?<=(\S))\^(\d{1,3})\^/gi;
const LOWERED = /<sub(?:\s[^<>]{0,200})?>([^<>\n]{1,20})<\/sub>|(?<=\p{L})~(\d{1,3})~/giu;
const UNSEEN =
  /[\u00AD\u200B\u2060\uFEFF]|&(?:shy|ZeroWidthSpace|NoBreak|#173|#8203);|<\/?(?:wbr|kbd|mark|ins|u|nobr|big|small|font|abbr)(?:\s[^<>]{0,200})?\/?>/gi;
/** Of Obsidian and other wikis; not the links whose text stands in brackets. */
const WIKI_LINK = /(!?)\[\[(?![\s_])([^[\]|\n]{1,200})(?:\|([^[\]\n]{1,200}))?\]\](?![([])/g;
const PICTURE = /\.(?:png|jpe?g|gif|svg|webp|bmp|avif|mp[34]|webm|mov|pdf|canvas|base|excalidraw)$/i;
const HIGHLIGHT = /(?<![=\w])==(?=[^\s=])([^=\n]{1,300})(?<=[^\s=])==(?![=\w])/g;
/** Of MyST and Sphinx: {ref}`text <target>`. */
const ROLE = /\{[a-z][\w:-]{0,30}\}`([^`<>\n]{1,200}?)(?:\s*<[^<>`\n]{1,200}>)?`/g;
/** Signs with which ReadMe begins its notes. */
const NOTE = /^([ \t]*> ?)(?:📘|👍|🚧|❗|❕|⚠|ℹ|✅|🛑|📙|📗|📕|💡|🔥|📝|🚨|🔔)\uFE0F?[ \t]*([^\n]*)\n(?=[ \t]*>)/gmu;
/** A component and the heading in it, which heads nothing behind it. */
const NOTE_HEADING =
  /^([ \t]*<(?:Callout|Note|Tip|Warning|Info|Admonition|Aside|Alert|Card)\b[^<>\n]{0,500}?)>[ \t]*\n\s{0,20}#{1,6}[ \t]+([^\n"<>{}]{1,120})\n/gm;
const COMMENT_END = '-->';
/** Characters of a line in which a span of code is looked for. */
const LONGEST_SPAN = 1_000;

/** Marks within lines that are not of CommonMark, as their reader sees them. */
export function inlineMarks(prose: string): string {
  let shown = withoutComments(prose).replace(
    NOTE,
    (_whole, mark: string, title: string) => `${mark}[!NOTE] ${title}\n`,
  );
  shown = shown.replace(NOTE_HEADING, (whole: string, tag: string, title: string) =>
    /\stitle\s*=/.test(tag) ? whole : `${tag} title="${title.trim()}">\n\n`,
  );
  shown = shown.replace(ROLE, (_whole, text: string) => text);
  shown = outsideSpans(shown, STRUCK, () => '');
  shown = outsideSpans(shown, RAISED, (_whole, before = '', text = '', left = '', power) =>
    power === undefined ? `${before}${superscript(text.trim(), before)}` : superscript(power, left),
  );
  shown = outsideSpans(shown, LOWERED, (_whole, text, number) => text ?? number ?? '');
  shown = outsideSpans(shown, UNSEEN, () => '');
  shown = outsideSpans(shown, HIGHLIGHT, (_whole, text = '') => text);
  return outsideSpans(shown, WIKI_LINK, (whole, mark, target = '', name) =>
    wikiLink(whole, mark === '!', target, name),
  );
}

function wikiLink(whole: string, isShown: boolean, target: string, name: string | undefined): string {
  if (/^_?toc_?$/i.test(target)) return whole;
  if (isShown && (PICTURE.test(target) || /^\d+(?:x\d+)?$/.test(name ?? ''))) return '';
  return (
    name?.trim() ||
    target
      .replace(/^#/, '')
      .replace(/#\^?[\w-]*$|#/g, (mark) => (mark === '#' ? ' > ' : ` > ${mark.replace(/^#\^?/, '')}`))
      .trim()
  );
}

/** Remarks of HTML, also between words; the last one may have no end. */
function withoutComments(prose: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (let start = prose.indexOf('<!--'); start >= 0; start = prose.indexOf('<!--', at)) {
    const end = prose.indexOf(COMMENT_END, start + 4);
    if (end < 0 || isInSpan(prose, start)) {
      if (end < 0) break;
      pieces.push(prose.slice(at, start + 4));
      at = start + 4;
      continue;
    }
    pieces.push(prose.slice(at, start));
    at = end + COMMENT_END.length;
  }
  return [...pieces, prose.slice(at)].join('');
}

/** Whether an odd number of backticks stands before, in the same line. */
function isInSpan(prose: string, at: number): boolean {
  const before = prose.slice(Math.max(0, at - LONGEST_SPAN), at);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return (line.split('`').length - 1) % 2 === 1;
}
