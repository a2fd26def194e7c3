import type { Token } from './text-tokens';

/** A part of a snippet; `hit`: the query found it. */
export interface SnippetPart {
  text: string;
  hit: boolean;
}

/** UTF-16 code units of a snippet. */
export const SNIPPET_LENGTH = 200;
/** Of these, what stands before its first hit. */
const BEFORE = 60;
/** How far a cut moves to the end of a word. */
const WORD_END = 20;

/** The text around the first hit on one line, as text and hits in turn. `hits` in the order of the text. */
export function snippetOf(text: string, hits: readonly Token[]): SnippetPart[] {
  const first = hits[0]?.from ?? 0;
  const from = first <= BEFORE ? 0 : afterSpace(text, first - BEFORE, first);
  const to = from + SNIPPET_LENGTH >= text.length ? text.length : beforeSpace(text, from + SNIPPET_LENGTH);
  const parts: SnippetPart[] = from > 0 ? [{ text: '…', hit: false }] : [];
  let end = from;
  for (const hit of hits) {
    const [begins, ends] = [Math.max(hit.from, end), Math.min(hit.to, to)];
    if (begins >= ends) continue;
    parts.push({ text: text.slice(end, begins), hit: false }, { text: text.slice(begins, ends), hit: true });
    end = ends;
  }
  parts.push({ text: text.slice(end, to) + (to < text.length ? '…' : ''), hit: false });
  return joined(parts);
}

/** Neighbours of one kind are one part, and white space is a space. */
function joined(parts: readonly SnippetPart[]): SnippetPart[] {
  const all: SnippetPart[] = [];
  for (const { text, hit } of parts) {
    const last = all.at(-1);
    if (text === '') continue;
    if (last?.hit === hit) last.text += text;
    else all.push({ text, hit });
  }
  const lines = all.map(({ text, hit }) => ({ text: text.replace(/\s+/g, ' '), hit }));
  if (lines[0]) lines[0].text = lines[0].text.trimStart();
  const end = lines.at(-1);
  if (end) end.text = end.text.trimEnd();
  return lines.filter(({ text }) => text !== '');
}

function afterSpace(text: string, from: number, most: number): number {
  for (let place = from; place < Math.min(most, from + WORD_END); place++) {
    if (/\s/.test(text[place]!)) return place + 1;
  }
  return isWithinPair(text, from) ? from - 1 : from;
}

function beforeSpace(text: string, to: number): number {
  for (let place = to; place > to - WORD_END; place--) if (/\s/.test(text[place] ?? '')) return place;
  return isWithinPair(text, to) ? to + 1 : to;
}

/** Whether the two halves of a character stand before and after this place. */
function isWithinPair(text: string, place: number): boolean {
  return /[\ud800-\udbff]/.test(text[place - 1] ?? '') && /[\udc00-\udfff]/.test(text[place] ?? '');
}
