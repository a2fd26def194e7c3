import { storable } from '../common/text/storable';
import { DocumentRefused } from './document-refused';
import type { ReadableDocument } from './document.types';
import { paragraphMarks } from './docx-marks';
import { shownDocx } from './docx-shown';
import { headingLevels, ITEM_NUMBER, ShownParts } from './docx-styles';
import { withHeaderRows } from './docx-tables';
import { readHtml } from './html/read-html';

const ZIP = Buffer.from('PK\x03\x04', 'latin1');
/** Of the containers that Word wrote before 2007, and writes around a document with a password. */
const OLD_CONTAINER = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
/** The names of a ZIP's entries stand in it as they are. */
const PART_OF_DOCUMENT = 'word/';

/** What mammoth writes behind a footnote, to lead back to its place. */
const BACK_LINK = / ?<a href="#(?:foot|end)note-ref-\d{1,9}">↑<\/a>/g;

/** Characters with a line through them: of any length, and with other marks within. */
const STRUCK = /<s>[^]*?<\/s>/g;

const NUMBERED = new RegExp(`<li>${ITEM_NUMBER.source}`, 'g');

/** The text of a Word document, read as the HTML that mammoth makes of it. @throws DocumentRefused */
export async function readDocx(file: Buffer): Promise<ReadableDocument> {
  ensureDocx(file);
  // Loaded when the first such file comes: it takes as long as reading a short one.
  const { default: mammoth } = await import('mammoth');
  const bytes = shownDocx(file);
  const shown = new ShownParts(headingLevels(bytes), paragraphMarks(bytes));
  const { value } = await mammoth.convertToHtml(
    { buffer: bytes },
    {
      styleMap: ["p[style-name='Title'] => h1:fresh", "br[type='page'] => br", "br[type='column'] => br"],
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
      // Images are not used: none is unpacked.
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
      transformDocument: (document: Parameters<typeof withHeaderRows>[0]) => withHeaderRows(shown.of(document)),
    },
  );
  return readHtml(
    storable(
      value.replace(BACK_LINK, '').replace(STRUCK, '').replace(NUMBERED, '<li value="$1">').replace(ITEM_NUMBER, ''),
    ),
  );
}

function ensureDocx(bytes: Buffer): void {
  if (bytes.subarray(0, OLD_CONTAINER.length).equals(OLD_CONTAINER)) {
    throw new DocumentRefused(
      'unsupported_type',
      'The document is in an old format of Word, or protected by a password. Save it as DOCX without one.',
    );
  }
  if (!bytes.subarray(0, ZIP.length).equals(ZIP) || !bytes.includes(PART_OF_DOCUMENT)) {
    throw new DocumentRefused('unsupported_type', 'The file is no Word document (DOCX).');
  }
}
