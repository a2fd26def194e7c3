import { storable } from '../../common/text/storable';
import type { ReadableDocument } from '../document.types';
import { readHtml } from '../html/read-html';
import { DocumentRefused } from '../document-refused';
import { blocksOf } from './pdf-blocks';
import { pdfContent } from './pdf-content';
import { withoutFurniture } from './pdf-furniture';
import { htmlOf } from './pdf-html';

/** Readers find the mark within the first kilobyte (ISO 32000-1, annex H). */
const MARK_WITHIN = 1_024;

/**
 * The text of a PDF, in the order in which it is drawn, as HTML and then as a page. A PDF gives the positions of characters,
 * and everything else is derived from them.
 *
 * @throws DocumentRefused, DocumentTooLarge
 */
export async function readPdf(bytes: Buffer): Promise<ReadableDocument> {
  if (!bytes.subarray(0, MARK_WITHIN).includes('%PDF-')) {
    throw new DocumentRefused('unsupported_type', 'The file is no PDF.');
  }
  const content = await pdfContent(bytes);
  if (content.pages.every(({ lines }) => lines.length === 0)) {
    throw new DocumentRefused(
      'empty',
      'The PDF has no text: its pages are images. Have their text recognized (OCR) first.',
    );
  }
  return readHtml(storable(htmlOf(content.title, blocksOf(withoutFurniture(content), content.outline))));
}
