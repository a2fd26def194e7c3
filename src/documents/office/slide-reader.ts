import { DocumentTooLarge } from '../../common/text/document-too-large';
import { readXml } from './office-files';

/** Pieces of text of one slide. */
const MOST_PARAGRAPHS = 20_000;
/** What stands on each slide. */
const FURNITURE = new Set(['dt', 'ftr', 'sldNum', 'hdr']);
const TITLES = new Set(['title', 'ctrTitle']);

export interface SlideParagraph {
  readonly text: string;
  /** How deep in the outline it stands, from 0. */
  readonly level: number;
}

/** Something on a slide that has text. */
export type SlideShape =
  | { readonly kind: 'title' | 'text' | 'list'; readonly paragraphs: readonly SlideParagraph[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly SlideCell[])[] };

export interface SlideCell {
  readonly text: string;
  readonly rows: number;
  readonly columns: number;
}

interface OpenShape {
  placeholder: string | null;
  isHidden: boolean;
  paragraphs: SlideParagraph[];
}

/** The shapes of a slide in their order; null where the slide is hidden. */
export function slideShapes(xml: string | undefined): SlideShape[] | null {
  const reader = new SlideReader();
  readXml(xml, reader);
  return reader.isHidden ? null : reader.shapes;
}

class SlideReader {
  readonly shapes: SlideShape[] = [];
  isHidden = false;
  private shape: OpenShape | null = null;
  private rows: SlideCell[][] | null = null;
  /** Null within a cell that another one spans. */
  private cell: { rows: number; columns: number; lines: string[] } | null = null;
  private paragraph: { level: number; text: string } | null = null;
  private isText = false;
  /** In what only older programs show. */
  private fallbacks = 0;
  private count = 0;

  open(name: string, of: Readonly<Record<string, string>>): void {
    if (name === 'Fallback') this.fallbacks += 1;
    if (this.fallbacks > 0) return;
    if (name === 'sld') this.isHidden = of['show'] === '0' || of['show'] === 'false';
    else if (name === 'sp') this.shape = { placeholder: null, isHidden: false, paragraphs: [] };
    else if (name === 'cNvPr' && this.shape) this.shape.isHidden ||= of['hidden'] === '1' || of['hidden'] === 'true';
    else if (name === 'ph' && this.shape) this.shape.placeholder = of['type'] ?? 'body';
    else if (name === 'tbl') this.rows = [];
    else if (name === 'tr' && this.rows) this.rows.push([]);
    else if (name === 'tc' && this.rows) this.openCell(of);
    else if (name === 'p' && (this.shape || this.rows)) this.paragraph = { level: 0, text: '' };
    else if (name === 'pPr' && this.paragraph) this.paragraph.level = Math.min(8, Number(of['lvl'] ?? 0) || 0);
    else if (name === 'br' && this.paragraph) this.paragraph.text += '\n';
    this.isText = name === 't';
  }

  text(piece: string): void {
    if (this.isText && this.fallbacks === 0 && this.paragraph) this.paragraph.text += piece;
  }

  close(name: string): void {
    this.isText = false;
    if (name === 'Fallback') this.fallbacks -= 1;
    if (this.fallbacks > 0) return;
    if (name === 'p') this.closeParagraph();
    else if (name === 'tc') this.closeCell();
    else if (name === 'tbl' && this.rows) {
      this.shapes.push({ kind: 'table', rows: this.rows });
      this.rows = null;
    } else if (name === 'sp' && this.shape) this.closeShape(this.shape);
  }

  private openCell({ rowSpan, gridSpan, hMerge, vMerge }: Readonly<Record<string, string>>): void {
    const isSpanned = [hMerge, vMerge].some((merge) => merge === '1' || merge === 'true');
    this.cell = isSpanned ? null : { rows: span(rowSpan), columns: span(gridSpan), lines: [] };
  }

  private closeCell(): void {
    if (this.cell && this.rows) this.rows.at(-1)?.push({ ...this.cell, text: this.cell.lines.join('\n') });
    this.cell = null;
  }

  private closeParagraph(): void {
    const { paragraph } = this;
    this.paragraph = null;
    if (!paragraph || paragraph.text.trim() === '') return;
    this.count += 1;
    if (this.count > MOST_PARAGRAPHS) throw new DocumentTooLarge(`more than ${MOST_PARAGRAPHS} paragraphs on a slide`);
    if (this.rows) this.cell?.lines.push(paragraph.text);
    else this.shape?.paragraphs.push(paragraph);
  }

  private closeShape({ placeholder, isHidden, paragraphs }: OpenShape): void {
    this.shape = null;
    if (isHidden || paragraphs.length === 0 || FURNITURE.has(placeholder ?? '')) return;
    const isList = paragraphs.length > 1 && (placeholder === 'body' || placeholder === 'obj');
    const kind = TITLES.has(placeholder ?? '') ? 'title' : isList ? 'list' : 'text';
    this.shapes.push({ kind, paragraphs });
  }
}

function span(written: string | undefined): number {
  return written !== undefined && /^\d{1,4}$/.test(written) ? Math.max(1, Number(written)) : 1;
}
