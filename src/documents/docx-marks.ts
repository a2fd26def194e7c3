import { DocumentTooLarge } from '../common/text/document-too-large';
import { DocumentUnreadable } from '../common/text/document-unreadable';
import { officeParts, type Parts, readXml } from './office/office-files';

/** What mammoth does not say of a paragraph. */
export interface ParagraphMark {
  /** Its first characters, without white space. */
  readonly text: string;
  /** Its number in its list. */
  readonly number: number | null;
  /** As a heading, where it says so itself and not by its style; 1 to 9. */
  readonly heading: number | null;
}

interface Open {
  text: string;
  list: string | null;
  level: number;
  heading: number | null;
}

interface Lists {
  /** Of the kind of each list: where its levels start; absent for those without numbers. */
  readonly starts: ReadonlyMap<string, ReadonlyMap<number, number>>;
  readonly kinds: ReadonlyMap<string, string>;
  /** Of lists that begin anew, although others of their kind stand before. */
  readonly anew: ReadonlyMap<string, ReadonlyMap<number, number>>;
}

const DOCX = { program: 'Word', format: 'DOCX', main: 'word/' };
const LONGEST_TEXT = 40;
const MOST_MARKS = 50_000;

/** The numbers and outline levels of the paragraphs that have one, in order. None of a document that is too large for it. */
export function paragraphMarks(bytes: Buffer): ParagraphMark[] {
  try {
    const parts = officeParts(bytes, DOCX, /^word\/(?:document|numbering)\d*\.xml$/);
    return marksIn(partOf(parts, 'document'), listsOf(partOf(parts, 'numbering')));
  } catch (error) {
    // What is wrong with the document is said where it is read.
    if (error instanceof DocumentTooLarge || error instanceof DocumentUnreadable) return [];
    throw error;
  }
}

/** Word in a browser writes `document2.xml`. */
export function partOf(parts: Parts, kind: string): string | undefined {
  const name = [...parts.keys()].find((one) => one.startsWith(`word/${kind}`));
  return name === undefined ? undefined : parts.get(name);
}

function marksIn(xml: string | undefined, lists: Lists): ParagraphMark[] {
  const marks: ParagraphMark[] = [];
  const counted = new Numbers(lists);
  const open: Open[] = [];
  let isText = false;
  let former = 0;
  readXml(xml, {
    open: (name, of) => {
      const value = of['w:val'] ?? '';
      const paragraph = open.at(-1);
      if (name === 'p') open.push({ text: '', list: null, level: 0, heading: null });
      if (name === 'pPrChange') former += 1;
      if (paragraph && former === 0) {
        if (name === 'numId') paragraph.list = value;
        if (name === 'ilvl') paragraph.level = Number(value) || 0;
        if (name === 'outlineLvl' && /^[0-8]$/.test(value)) paragraph.heading = Number(value) + 1;
      }
      isText = name === 't';
    },
    text: (piece) => {
      const paragraph = open.at(-1);
      if (isText && paragraph) paragraph.text = markText(paragraph.text + piece);
    },
    close: (name) => {
      isText = false;
      if (name === 'pPrChange') former -= 1;
      const closed = name === 'p' ? open.pop() : undefined;
      if (!closed || marks.length >= MOST_MARKS) return;
      const number = closed.list === null ? null : counted.next(closed.list, closed.level);
      if (number !== null || closed.heading !== null)
        marks.push({ text: closed.text, number, heading: closed.heading });
    },
  });
  return marks;
}

/** As much of a text as paragraphs are known by. */
export function markText(text: string): string {
  return text.replace(/\s+/g, '').slice(0, LONGEST_TEXT);
}

function listsOf(xml: string | undefined): Lists {
  const starts = new Map<string, Map<number, number>>();
  const kinds = new Map<string, string>();
  const anew = new Map<string, Map<number, number>>();
  let [kind, list, level, start] = ['', '', 0, 1];
  readXml(xml, {
    open: (name, of) => {
      const value = of['w:val'] ?? '';
      if (name === 'abstractNum') [kind, list] = [of['w:abstractNumId'] ?? '', ''];
      if (name === 'num') [kind, list] = ['', of['w:numId'] ?? ''];
      if (name === 'abstractNumId') kinds.set(list, value);
      if (name === 'lvl' || name === 'lvlOverride') [level, start] = [Number(of['w:ilvl'] ?? 0), 1];
      if (name === 'start') start = Number(value) || 0;
      if (name === 'startOverride')
        anew.set(list, (anew.get(list) ?? new Map<number, number>()).set(level, Number(value) || 0));
      if (name === 'numFmt' && kind !== '' && value !== 'bullet' && value !== 'none')
        starts.set(kind, (starts.get(kind) ?? new Map<number, number>()).set(level, start));
    },
  });
  return { starts, kinds, anew };
}

/** Counts as Word does: lists of one kind go on from each other, and deeper levels begin anew below each item. */
class Numbers {
  private readonly counts = new Map<string, (number | undefined)[]>();
  private readonly begun = new Set<string>();

  constructor(private readonly lists: Lists) {}

  /** Null where the level has no numbers. */
  next(list: string, level: number): number | null {
    const kind = this.lists.kinds.get(list);
    const start = kind === undefined ? undefined : this.lists.starts.get(kind)?.get(level);
    if (kind === undefined || level > 8) return null;
    const counts = this.counts.get(kind) ?? [];
    this.counts.set(kind, counts);
    const anew = this.begun.has(`${list} ${level}`) ? undefined : this.lists.anew.get(list)?.get(level);
    this.begun.add(`${list} ${level}`);
    const last = counts[level];
    const number = anew ?? (last === undefined ? (start ?? 1) : last + 1);
    counts.length = level;
    counts[level] = number;
    return start === undefined ? null : number;
  }
}
