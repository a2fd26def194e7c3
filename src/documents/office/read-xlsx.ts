import { escaped } from '../../common/http/escaped';
import { DocumentTooLarge } from '../../common/text/document-too-large';
import { storable } from '../../common/text/storable';
import type { ReadableDocument } from '../document.types';
import { readHtml } from '../html/read-html';
import { officeParts, type Parts, readXml, relationIn, relationsOf } from './office-files';
import { SheetFormats } from './sheet-formats';
import { SheetReader } from './sheet-reader';
import { stringsOf } from './sheet-strings';
import { sheetHtml } from './sheet-html';

const XLSX = { program: 'Excel', format: 'XLSX', main: 'xl/workbook.xml' };
const WANTED =
  /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/;
const MOST_SHEETS = 200;
/** Names that programs give to sheets. */
const UNNAMED = /^(?:sheet|tabelle|feuil(?:le)?|hoja|foglio|blad|ark|taul|arkusz|лист|planilha|sayfa|シート)\s?\d*$/iu;

interface Sheet {
  readonly name: string;
  readonly part: string;
}

/** The sheets of a workbook that its reader sees, as tables. @throws DocumentRefused, DocumentTooLarge, DocumentUnreadable */
export function readXlsx(bytes: Buffer): ReadableDocument {
  const parts = officeParts(bytes, XLSX, WANTED);
  const { sheets, is1904 } = workbookOf(parts);
  const strings = stringsOf(parts.get('xl/sharedStrings.xml'));
  const reader = new SheetReader(strings, new SheetFormats(parts.get('xl/styles.xml'), is1904));
  const written = sheets
    .map(({ name, part }) => ({ name, html: sheetHtml(reader.rowsOf(parts.get(part))) }))
    .filter(({ html }) => html !== '');
  const isNamed = ({ name }: { name: string }): boolean => written.length > 1 || !UNNAMED.test(name);
  const html = written.map((sheet) => `${isNamed(sheet) ? `<h2>${escaped(sheet.name)}</h2>` : ''}${sheet.html}`);
  return { ...readHtml(storable(html.join('<hr>'))), title: null };
}

function workbookOf(parts: Parts): { sheets: Sheet[]; is1904: boolean } {
  const relations = relationsOf(parts.get('xl/_rels/workbook.xml.rels'), 'xl');
  const sheets: Sheet[] = [];
  let is1904 = false;
  readXml(parts.get('xl/workbook.xml'), {
    open: (tag, attributes) => {
      const { name = '', state = 'visible', date1904 } = attributes;
      if (tag === 'workbookPr') is1904 = date1904 === '1' || date1904 === 'true';
      if (tag !== 'sheet' || state !== 'visible') return;
      sheets.push({ name, part: relations.get(relationIn(attributes)) ?? '' });
      if (sheets.length > MOST_SHEETS) throw new DocumentTooLarge(`more than ${MOST_SHEETS} sheets`);
    },
  });
  return { sheets, is1904 };
}
