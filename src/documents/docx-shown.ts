import { unzipSync, zipSync } from 'fflate';
import { escaped } from '../common/http/escaped';
import { readText } from '../common/text/read-text';
import { HiddenStyles, isOn } from './docx-hidden';
import { DocxMath } from './docx-math';
import { readXml } from './office/office-files';

/** Bytes of all parts that are read, unpacked. What is larger is left as it is. */
const MOST_UNPACKED = 64 * 1024 * 1024;
const IMAGES = /^word\/media\//;
/** Parts with text that mammoth reads. */
const TEXTS = /^word\/(?:document|footnotes|endnotes)\d*\.xml$/;
const STYLES = /^word\/styles\d*\.xml$/;
/** Elements for whose sake a part is written anew. */
const ALTERED = /<\w{1,10}:(?:vanish|showingPlcHdr|fldSimple|bdo|dir|ruby|dstrike|cr|ptab|txbxContent|fldChar|oMath)\b/;
/** What mammoth leaves out with all that it contains: fields, text of another direction, and text with its pronunciation. */
const UNWRAPPED = new Set(['fldSimple', 'bdo', 'dir', 'ruby', 'rubyBase', 'oMathPara']);
/** How text is pronounced. */
const REMOVED = new Set(['rt', 'rubyPr']);
/** Of them, mammoth knows few kinds. */
const DRAWINGS = new Set(['AlternateContent', 'drawing', 'pict']);
/** Elements that mammoth does not know, and others that mean the same to a reader. */
const SAME: Readonly<Record<string, string>> = { dstrike: 'strike', cr: 'br', ptab: 'tab' };
/** In a run, what says how the document is made. Fields must end where they begin, shown or not. */
const OF_FIELDS = new Set(['rPr', 'fldChar', 'instrText']);

interface Element {
  readonly name: string;
  readonly from: number;
  /** Of a paragraph or a run: its style. */
  style?: string;
  /** Of a run: what it says itself. Of a content control: that it waits to be filled in. */
  isHidden?: boolean;
  /** Of a drawing: where its text boxes stand, in the first of its forms that has any. */
  readonly boxes: { readonly from: number; readonly to: number }[];
  form?: Element;
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A field between its beginning and its result, or its end. */
interface Field {
  /** What stands in its instruction: results of other fields. */
  readonly inside: Edit[];
}

/** The document as Word shows it, for mammoth, which does not know of all that hides text. The same bytes if it shows all of it. */
export function shownDocx(bytes: Buffer): Buffer {
  const parts = unpacked(bytes, (name) => TEXTS.test(name) || STYLES.test(name)) ?? {};
  const names = Object.keys(parts);
  const styles = names.find((name) => STYLES.test(name));
  const hidden = new HiddenStyles(styles === undefined ? undefined : readText(parts[styles]!, null));
  const altered: Record<string, Uint8Array> = {};
  for (const name of names.filter((one) => TEXTS.test(one))) {
    const xml = readText(parts[name]!, null);
    if (!hidden.areIn(xml) && !ALTERED.test(xml)) continue;
    const shown = new ShownPart(xml, hidden).written();
    if (shown !== xml) altered[name] = Buffer.from(shown);
  }
  const all = Object.keys(altered).length > 0 ? unpacked(bytes, (name) => !IMAGES.test(name)) : null;
  return all ? Buffer.from(zipSync({ ...all, ...altered }, { level: 0 })) : bytes;
}

/** Null if these files are too large together. */
function unpacked(bytes: Buffer, isWanted: (name: string) => boolean): Record<string, Uint8Array> | null {
  let size = 0;
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => isWanted(name) && (size += originalSize) <= MOST_UNPACKED,
  });
  return size > MOST_UNPACKED ? null : files;
}

/** Writes a part with text anew, by what is left out of it. */
class ShownPart {
  private readonly open: Element[] = [];
  private readonly edits: Edit[] = [];
  private readonly fields: Field[] = [];
  /** Those of the fields whose result has not begun. */
  private readonly instructions: Field[] = [];

  constructor(
    private readonly xml: string,
    private readonly hidden: HiddenStyles,
  ) {}

  written(): string {
    const math = new DocxMath();
    readXml(this.xml, {
      open: (name, of, from, to) => {
        this.note(name, of['w:val']);
        if (name === 'fldChar') this.noteField(of['w:fldCharType']);
        this.open.push({ name, from, boxes: [] });
        this.writeTag(name, from, to);
        math.open(name, of);
      },
      text: (piece) => math.text(piece),
      close: (name, tag, to) => {
        const element = this.open.pop()!;
        const { from } = element;
        const formula = math.close(name);
        if (formula !== null) this.edits.push({ from, to, text: `<w:r><w:t>${escaped(formula)}</w:t></w:r>` });
        if (name === 'txbxContent') this.noteBox(from, to);
        if (DRAWINGS.has(name)) this.writeDrawing(element, to);
        const run = this.open.at(-1);
        const isText = run?.name === 'r' && !OF_FIELDS.has(name);
        if (isText) this.instructions.at(-1)?.inside.push({ from, to, text: '' });
        if ((isText && this.isHidden(run)) || REMOVED.has(name)) this.edits.push({ from, to, text: '' });
        else if (tag > from) this.writeTag(name, tag, to);
      },
    });
    return edited(this.xml, this.edits);
  }

  private writeTag(name: string, from: number, to: number): void {
    const same = SAME[name];
    if (UNWRAPPED.has(name)) this.edits.push({ from, to, text: '' });
    else if (same !== undefined) this.edits.push({ from, to, text: this.xml.slice(from, to).replace(name, same) });
  }

  /** What an element says of those around it. */
  private note(name: string, value: string | undefined): void {
    const [owner, part] = this.open.slice(-2);
    if (!owner || !part) return;
    if (part.name === 'rPr' && owner.name === 'r') {
      if (name === 'vanish') owner.isHidden = isOn(value);
      if (name === 'rStyle' && value !== undefined) owner.style = value;
    }
    if (part.name === 'pPr' && owner.name === 'p' && name === 'pStyle' && value !== undefined) owner.style = value;
    if (part.name === 'sdtPr' && owner.name === 'sdt' && name === 'showingPlcHdr') owner.isHidden = true;
  }

  private noteField(type: string | undefined): void {
    if (type === 'begin') {
      const field = { inside: [] };
      this.fields.push(field);
      this.instructions.push(field);
      return;
    }
    const isInInstruction = this.fields.length > 0 && this.fields.at(-1) === this.instructions.at(-1);
    if (isInInstruction && type === 'separate')
      for (const edit of this.instructions.pop()!.inside) this.edits.push(edit);
    if (isInInstruction && type === 'end') this.instructions.pop();
    if (type === 'end') this.fields.pop();
  }

  /** A drawing may stand there again for old programs. */
  private noteBox(from: number, to: number): void {
    const drawing =
      this.open.findLast(({ name }) => name === 'AlternateContent') ??
      this.open.findLast(({ name }) => DRAWINGS.has(name));
    const form = this.open.findLast(({ name }) => name === 'Choice' || name === 'Fallback');
    if (!drawing || (drawing.form && drawing.form !== form)) return;
    if (form) drawing.form = form;
    drawing.boxes.push({ from, to });
  }

  /** Only its text boxes, as what mammoth knows. */
  private writeDrawing({ from, boxes }: Element, end: number): void {
    if (boxes.length === 0) return;
    let [at, text] = [from, '<w:pict>'];
    for (const box of boxes) {
      this.edits.push({ from: at, to: box.from, text });
      [at, text] = [box.to, ''];
    }
    this.edits.push({ from: at, to: end, text: '</w:pict>' });
  }

  private isHidden({ isHidden, style }: Element): boolean {
    if (this.open.some((one) => one.name === 'sdt' && one.isHidden)) return true;
    const paragraph = this.open.findLast(({ name }) => name === 'p');
    return isHidden ?? (this.hidden.has(style) || this.hidden.has(paragraph?.style));
  }
}

/** Within what is left out, nothing else counts. */
function edited(xml: string, edits: Edit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { from, to, text } of edits.sort((one, other) => one.from - other.from || other.to - one.to)) {
    if (from < at) continue;
    pieces.push(xml.slice(at, from), text);
    at = to;
  }
  return [...pieces, xml.slice(at)].join('');
}
