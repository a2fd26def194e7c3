import { readText } from '../../../../common/text/read-text';
import { isWingdings, wingdings } from '../wingdings';
import { codePageOfFont, encodingOf } from './code-pages';

/** Groups within groups. Deeper ones are left out. */
const DEEPEST = 200;
/** Groups that are no text. */
const SKIPPED = new Set(
  'fonttbl colortbl stylesheet info pict object header headerl headerr headerf footer footerl footerr footerf listtable listoverridetable rsidtbl themedata colorschememapping datastore latentstyles xmlnstbl filetbl revtbl fldinst bkmkstart bkmkend nonshppict'.split(
    ' ',
  ),
);
const CHARACTERS: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  sect: '\n',
  page: '\n',
  row: '\n',
  cell: ' ',
  tab: '\t',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
};
const SYMBOLS: Readonly<Record<string, string>> = {
  '~': '\u00a0',
  _: '-',
  '\\': '\\',
  '{': '{',
  '}': '}',
  '\r': '\n',
  '\n': '\n',
};
const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^])|([{}])|([^\\{}\r\n]+)|[\r\n]+/gi;

interface Group {
  isSkipped: boolean;
  /** A part of the HTML that the RTF was made of: its text is HTML, not what RTF shows. */
  isTag: boolean;
  /** Only for readers of RTF: the HTML has the same in a tag. */
  isForRtf: boolean;
  /** Characters that follow each `\u` for programs that do not know it. */
  fallbacks: number;
  font: number;
}

/** The text of an RTF document, or the HTML that it was made of (MS-OXRTFEX). Takes linear time. */
export function rtfText(rtf: Buffer): { html: string | null; plain: string | null } {
  const reading = new RtfReading(rtf.toString('latin1'));
  const text = reading.run();
  return reading.isHtml ? { html: text, plain: null } : { html: null, plain: text };
}

class RtfReading {
  isHtml = false;
  private readonly groups: Group[] = [];
  private group: Group = { isSkipped: false, isTag: false, isForRtf: false, fallbacks: 1, font: 0 };
  private tooDeep = 0;
  private readonly pieces: string[] = [];
  private encoded: number[] = [];
  private codePage = 1252;
  private readonly fonts = new Map<number, number>();
  /** Fonts with signs in place of letters. */
  private readonly signs = new Set<number>();
  private isInFonts = false;
  private isOptional = false;
  /** Characters to leave out, because they repeat the one before. */
  private repeated = 0;

  constructor(private readonly rtf: string) {}

  run(): string {
    TOKEN.lastIndex = 0;
    for (let found = TOKEN.exec(this.rtf); found; found = TOKEN.exec(this.rtf)) {
      const [, word, number, byte, symbol, brace, text] = found;
      if (brace !== undefined) this.brace(brace);
      else if (this.tooDeep > 0) continue;
      else if (word === 'bin') TOKEN.lastIndex += Math.max(0, Number(number ?? 0));
      else if (word !== undefined) this.word(word, number === undefined ? null : Number(number));
      else if (byte !== undefined) this.byte(Number.parseInt(byte, 16));
      else if (symbol === '*') this.isOptional = true;
      else if (symbol !== undefined) this.write(SYMBOLS[symbol] ?? '');
      else if (text !== undefined) this.write(text);
    }
    this.endBytes();
    return this.pieces.join('');
  }

  private brace(brace: string): void {
    this.endBytes();
    this.isOptional = false;
    this.repeated = 0;
    if (brace === '{') {
      if (this.tooDeep > 0 || this.groups.length >= DEEPEST) this.tooDeep += 1;
      else {
        this.groups.push(this.group);
        this.group = { ...this.group };
      }
    } else if (this.tooDeep > 0) this.tooDeep -= 1;
    else {
      this.group = this.groups.pop() ?? this.group;
      if (!this.group.isSkipped) this.isInFonts = false;
    }
  }

  private word(word: string, number: number | null): void {
    const isOptional = this.isOptional;
    this.isOptional = false;
    if (word === 'htmltag') this.group.isTag = this.isHtml;
    else if (SKIPPED.has(word) || (isOptional && word !== 'htmltag')) this.group.isSkipped = true;
    if (word === 'fonttbl') this.isInFonts = true;
    if (word !== 'u') this.endBytes();
    const character = CHARACTERS[word];
    if (character !== undefined) this.write(character);
    else if (word === 'u') this.unicode(number ?? 0);
    else this.set(word, number);
  }

  private set(word: string, number: number | null): void {
    const { group } = this;
    if (word === 'fromhtml') this.isHtml = true;
    else if (word === 'ansicpg') this.codePage = number ?? this.codePage;
    else if (word === 'htmlrtf') group.isForRtf = number !== 0;
    else if (word === 'v' && !this.isHtml) group.isForRtf = number !== 0;
    else if (word === 'plain' && !this.isHtml) group.isForRtf = false;
    else if (word === 'uc') group.fallbacks = Math.min(Math.max(number ?? 1, 0), 10);
    else if (word === 'f') group.font = number ?? 0;
    else if (word === 'fcharset' && this.isInFonts)
      this.fonts.set(group.font, codePageOfFont(number ?? 0) ?? this.codePage);
  }

  private unicode(number: number): void {
    this.repeated = 0;
    this.write(String.fromCharCode(number & 0xffff));
    this.repeated = this.group.fallbacks;
  }

  private byte(byte: number): void {
    if (this.repeated > 0) this.repeated -= 1;
    else if (this.isShown) this.encoded.push(byte);
  }

  private write(text: string): void {
    this.endBytes();
    const shown = text.slice(this.repeated);
    this.repeated = Math.max(0, this.repeated - text.length);
    if (this.isInFonts && isWingdings(text)) this.signs.add(this.group.font);
    if (this.isShown && shown !== '') this.pieces.push(this.asSeen(shown));
  }

  private asSeen(text: string): string {
    return this.signs.has(this.group.font) && !this.isHtml ? wingdings(text) : text;
  }

  private get isShown(): boolean {
    return !this.group.isSkipped && !this.group.isForRtf;
  }

  /** Bytes in a row are decoded together, because a character can have several. */
  private endBytes(): void {
    if (this.encoded.length === 0) return;
    const codePage = this.group.isTag ? this.codePage : (this.fonts.get(this.group.font) ?? this.codePage);
    this.pieces.push(this.asSeen(readText(Uint8Array.from(this.encoded), encodingOf(codePage))));
    this.encoded = [];
  }
}
