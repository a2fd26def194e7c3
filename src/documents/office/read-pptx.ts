import { escaped } from '../../common/http/escaped';
import { DocumentTooLarge } from '../../common/text/document-too-large';
import { storable } from '../../common/text/storable';
import type { ReadableDocument } from '../document.types';
import { readHtml } from '../html/read-html';
import { officeParts, type Parts, readXml, relationIn, relationsOf } from './office-files';
import { linesHtml, sheetHtml, type SheetCell } from './sheet-html';
import { type SlideCell, type SlideParagraph, type SlideShape, slideShapes } from './slide-reader';

const PPTX = { program: 'PowerPoint', format: 'PPTX', main: 'ppt/presentation.xml' };
const WANTED = /^ppt\/(?:presentation\.xml|_rels\/presentation\.xml\.rels|slides\/[^/]+\.xml)$/;
const MOST_SLIDES = 2_000;
/** Characters of a first line that is taken for the title where no shape is marked so. */
const LONGEST_TITLE = 150;

/**
 * The slides of a presentation in order, each under its title, without speaker notes and without what stands on each of them.
 *
 * @throws DocumentRefused, DocumentTooLarge, DocumentUnreadable
 */
export function readPptx(bytes: Buffer): ReadableDocument {
  const parts = officeParts(bytes, PPTX, WANTED);
  const html = slidesOf(parts).flatMap((part, at) => {
    const shapes = slideShapes(parts.get(part));
    return shapes === null || shapes.length === 0 ? [] : [slideHtml(shapes, at + 1)];
  });
  return readHtml(storable(html.join('')));
}

function slidesOf(parts: Parts): string[] {
  const relations = relationsOf(parts.get('ppt/_rels/presentation.xml.rels'), 'ppt');
  const slides: string[] = [];
  readXml(parts.get('ppt/presentation.xml'), {
    open: (name, attributes) => {
      if (name !== 'sldId') return;
      slides.push(relations.get(relationIn(attributes)) ?? '');
      if (slides.length > MOST_SLIDES) throw new DocumentTooLarge(`more than ${MOST_SLIDES} slides`);
    },
  });
  return slides;
}

function slideHtml(shapes: readonly SlideShape[], number: number): string {
  const { title, rest } = titled(shapes);
  return `<h2>${escaped(title ?? `Slide ${number}`)}</h2>${rest.map(shapeHtml).join('')}`;
}

/** The shape that is marked as the title, else the first line where more follows. */
function titled(shapes: readonly SlideShape[]): { title: string | null; rest: readonly SlideShape[] } {
  const marked = shapes.find(({ kind }) => kind === 'title');
  if (marked && 'paragraphs' in marked) {
    return { title: wordsOf(marked.paragraphs), rest: shapes.filter((shape) => shape !== marked) };
  }
  const [first, ...others] = shapes;
  if (!first || !('paragraphs' in first)) return { title: null, rest: shapes };
  const [line, ...lines] = first.paragraphs;
  const isTitle = line && line.text.trim().length <= LONGEST_TITLE && (lines.length > 0 || others.length > 0);
  if (!isTitle) return { title: null, rest: shapes };
  const left = lines.length > 0 ? [{ ...first, paragraphs: lines }] : [];
  return { title: wordsOf([line]), rest: [...left, ...others] };
}

function shapeHtml(shape: SlideShape): string {
  if (shape.kind === 'table') return sheetHtml(shape.rows.map(rowOf));
  if (shape.kind === 'list') return listHtml(shape.paragraphs);
  return shape.paragraphs.map(({ text }) => `<p>${linesHtml(text)}</p>`).join('');
}

/** By their levels, which need not begin at 0, nor go on by one. */
function listHtml(paragraphs: readonly SlideParagraph[]): string {
  let html = '';
  const open: number[] = [];
  for (const { level, text } of paragraphs) {
    while (open.length > 0 && open.at(-1)! > level) {
      open.pop();
      html += '</li></ul>';
    }
    if (open.at(-1) === level) html += '</li>';
    else {
      open.push(level);
      html += '<ul>';
    }
    html += `<li>${linesHtml(text)}`;
  }
  return html + '</li></ul>'.repeat(open.length);
}

/** With a place for each column, as sheets have it. */
function rowOf(cells: readonly SlideCell[]): (SheetCell | undefined)[] {
  return cells.flatMap((cell) => [
    { ...cell, isText: !/^[-+]?[\d.,\s']+%?$/.test(cell.text.trim()) },
    ...Array.from({ length: cell.columns - 1 }, () => undefined),
  ]);
}

function wordsOf(paragraphs: readonly SlideParagraph[]): string {
  return paragraphs
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}
