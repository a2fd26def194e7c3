import { packed, zipOf } from './zip-bytes';

const XML = 'http://schemas.openxmlformats.org';
type Entries = Parameters<typeof zipOf>[0];

export interface SheetSource {
  name: string;
  /** The XML of `<sheetData>` and what stands around it. */
  xml: string;
  state?: string;
}

/** Cells of a row as strings in place; numbers as they are, with a style where it is given. */
export function rowXml(
  number: number,
  cells: readonly (string | number | [number, number] | null)[],
  more = '',
): string {
  const written = cells.map((cell, at) => {
    const place = `${String.fromCharCode(65 + at)}${number}`;
    if (cell === null) return '';
    if (typeof cell === 'string') return `<c r="${place}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
    const [value, style] = typeof cell === 'number' ? [cell, 0] : cell;
    return `<c r="${place}" s="${style}"><v>${value}</v></c>`;
  });
  return `<row r="${number}" ${more}>${written.join('')}</row>`;
}

/** A workbook of sheets; `formats`: of styles 1, 2 and so on. */
export function xlsxOf(sheets: readonly SheetSource[], formats: readonly string[] = [], more: Entries = {}): Buffer {
  const listed = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="r${at}" ${state ? `state="${state}"` : ''}/>`,
  );
  const related = sheets.map((_, at) => `<Relationship Id="r${at}" Type="x" Target="worksheets/sheet${at}.xml"/>`);
  const numFmts = formats.map((format, at) => `<numFmt numFmtId="${200 + at}" formatCode="${escaped(format)}"/>`);
  const styles = [0, ...formats.map((_, at) => 200 + at)].map((id) => `<xf numFmtId="${id}"/>`);
  return zipOf({
    'xl/workbook.xml': packed(`<workbook xmlns="x" xmlns:r="r"><sheets>${listed.join('')}</sheets></workbook>`),
    'xl/_rels/workbook.xml.rels': packed(`<Relationships>${related.join('')}</Relationships>`),
    'xl/styles.xml': packed(
      `<styleSheet><numFmts>${numFmts.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    ),
    ...Object.fromEntries(
      sheets.map(({ xml }, at) => [`xl/worksheets/sheet${at}.xml`, packed(`<worksheet>${xml}</worksheet>`)]),
    ),
    ...more,
  });
}

/** A presentation of slides, each the XML of its shapes; `hidden` ones by their numbers. */
export function pptxOf(slides: readonly string[], hidden: readonly number[] = [], more: Entries = {}): Buffer {
  const ids = slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="r${at}"/>`);
  const related = slides.map((_, at) => `<Relationship Id="r${at}" Type="x" Target="slides/slide${at}.xml"/>`);
  const slide = (shapes: string, at: number): string =>
    `<p:sld xmlns:p="${XML}/p" xmlns:a="${XML}/a"${hidden.includes(at) ? ' show="0"' : ''}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;
  return zipOf({
    'ppt/presentation.xml': packed(
      `<p:presentation xmlns:p="${XML}/p" xmlns:r="${XML}/r"><p:sldIdLst>${ids.join('')}</p:sldIdLst></p:presentation>`,
    ),
    'ppt/_rels/presentation.xml.rels': packed(`<Relationships>${related.join('')}</Relationships>`),
    ...Object.fromEntries(slides.map((shapes, at) => [`ppt/slides/slide${at}.xml`, packed(slide(shapes, at))])),
    ...more,
  });
}

/** A shape of paragraphs; `placeholder`: its type. */
export function shapeXml(lines: readonly (string | [number, string])[], placeholder?: string, more = ''): string {
  const paragraphs = lines.map((line) => {
    const [level, text] = typeof line === 'string' ? [0, line] : line;
    return `<a:p><a:pPr lvl="${level}"/><a:r><a:t>${escaped(text)}</a:t></a:r></a:p>`;
  });
  const place = placeholder === undefined ? '' : `<p:ph type="${placeholder}"/>`;
  return `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x" ${more}/><p:nvPr>${place}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs.join('')}</p:txBody></p:sp>`;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
