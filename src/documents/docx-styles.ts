import { DocumentTooLarge } from '../common/text/document-too-large';
import { markText, type ParagraphMark, partOf } from './docx-marks';
import { officeParts, readXml } from './office/office-files';

/** A part of a document as mammoth has it. */
interface Part {
  readonly type: string;
  readonly children?: readonly Part[];
  readonly styleId?: string | null;
  readonly styleName?: string | null;
  readonly numbering?: object | null;
  readonly value?: string;
  readonly checked?: boolean;
}

const DOCX = { program: 'Word', format: 'DOCX', main: 'word/' };
const DEEPEST = 20;
/** What Word and other programs call the styles of headings in their languages, some of which they write into the file. */
const HEADING =
  /^(?:heading|überschrift|titre|título|titulo|titolo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|címsor|заголовок|başlık|标题|標題|見出し|제목|intestazione|encabezado|cabeçalho|koptekst|hlavička)[\s_]*([1-9])$/iu;
const TITLE = /^(?:title|titel|titre|título|titolo|tytuł|otsikko|tittel|название|başlık|标题|標題|表題|제목)$/iu;
/** A list of what the document has on which page, and what waits to be filled in. */
const CONTENTS =
  /^(?:toc (?:\d|heading)|contents \d|table of figures|(?:inhalts)?verzeichnis \d|inhaltsverzeichnisüberschrift|table of contents)$/i;
const PLACEHOLDER = /^(?:placeholder text|platzhaltertext)$/i;

/** How deep the headings of each style are: by its outline level, or that of the style which it goes on from. */
export function headingLevels(bytes: Buffer): ReadonlyMap<string, number> {
  const own = new Map<string, number>();
  const bases = new Map<string, string>();
  let id = '';
  readXml(stylesOf(bytes), {
    open: (name, of) => {
      const value = of['w:val'] ?? of['val'] ?? '';
      if (name === 'style') id = (of['w:type'] ?? 'paragraph') === 'paragraph' ? (of['w:styleId'] ?? '') : '';
      if (id === '') return;
      const level = name === 'name' ? HEADING.exec(value)?.[1] : undefined;
      if (level !== undefined) own.set(id, Number(level));
      if (name === 'outlineLvl' && /^\d$/.test(value)) own.set(id, Number(value) + 1);
      if (name === 'basedOn') bases.set(id, value);
    },
  });
  const levels = new Map<string, number>();
  for (const style of new Set([...own.keys(), ...bases.keys()])) {
    let at: string | undefined = style;
    for (let depth = 0; at !== undefined && !own.has(at) && depth < DEEPEST; depth += 1) at = bases.get(at);
    const level = at === undefined ? undefined : own.get(at);
    if (level !== undefined && level <= 6) levels.set(style, level);
  }
  return levels;
}

/** Styles that are too large are those of no document: then headings are known by their names. */
function stylesOf(bytes: Buffer): string | undefined {
  try {
    return partOf(officeParts(bytes, DOCX, /^word\/styles\d*\.xml$/), 'styles');
  } catch (error) {
    if (error instanceof DocumentTooLarge) return undefined;
    throw error;
  }
}

/** The number of an item, as it is written before its words until the list is read. */
export const ITEM_NUMBER = /\uE0F0(\d{1,6})\uE0F1/g;
/** Paragraphs that are looked at for the one that is meant: text boxes stand elsewhere in their order. */
const LOOKED_AT = 20;

/** What a reader reads of a document: headings by any of their names, items with their numbers, no list of contents. */
export class ShownParts {
  private next = 0;

  constructor(
    private readonly levels: ReadonlyMap<string, number>,
    private readonly marks: readonly ParagraphMark[],
  ) {}

  of(part: Part): Part {
    if (part.type === 'checkbox') return { type: 'text', value: part.checked ? '☒' : '☐' };
    const mark = part.type === 'paragraph' ? this.markOf(part) : undefined;
    const children = part.children?.filter(isShown).map((child) => this.of(child));
    const level = part.type === 'paragraph' ? (levelOf(part, this.levels) ?? mark?.heading ?? null) : null;
    const numbered = mark?.number != null && part.numbering && level === null ? [numberRun(mark.number)] : [];
    return {
      ...part,
      ...(children && { children: [...numbered, ...children] }),
      ...(level === null ? {} : styleOf(level)),
    };
  }

  /** In order, so far as the paragraphs are found. */
  private markOf(part: Part): ParagraphMark | undefined {
    if (this.next >= this.marks.length) return undefined;
    const text = markText(textOf(part));
    for (let at = this.next; at < Math.min(this.marks.length, this.next + LOOKED_AT); at += 1) {
      if (this.marks[at]!.text !== text) continue;
      this.next = at + 1;
      return this.marks[at];
    }
    return undefined;
  }
}

function numberRun(number: number): Part {
  return { type: 'run', children: [{ type: 'text', value: `\uE0F0${number}\uE0F1` }] };
}

function styleOf(level: number): Pick<Part, 'styleId' | 'styleName'> {
  return level === 0
    ? { styleName: 'Title' }
    : { styleId: `Heading${Math.min(level, 6)}`, styleName: `heading ${Math.min(level, 6)}` };
}

function isShown({ type, styleName }: Part): boolean {
  if (type === 'paragraph') return !CONTENTS.test(styleName ?? '');
  return type !== 'run' || !PLACEHOLDER.test(styleName ?? '');
}

function textOf({ value = '', children = [] }: Part): string {
  return value + children.map(textOf).join('');
}

/** 0 of the title of the document, and null of what is no heading. */
function levelOf({ styleId, styleName }: Part, levels: ReadonlyMap<string, number>): number | null {
  const known = levels.get(styleId ?? '') ?? Number(HEADING.exec(styleName ?? '')?.[1] ?? 0);
  if (known > 0) return Math.min(known, 6);
  return TITLE.test(styleName ?? '') ? 0 : null;
}
