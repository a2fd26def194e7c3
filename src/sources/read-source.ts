import { DocumentTooLarge } from '../common/text/document-too-large';
import { DocumentUnreadable } from '../common/text/document-unreadable';
import { strictly } from '../common/text/named-encoding';
import { markedEncoding, unmarkedEncoding } from '../common/text/wide-encodings';
import { DocumentRefused } from '../documents/document-refused';
import type { ReadableDocument } from '../documents/document.types';
import { readDocx } from '../documents/read-docx';
import { readHtml } from '../documents/html/read-html';
import { readMarkdown, readMdx } from '../documents/read-markdown';
import { readQna } from '../documents/read-qna';
import { readText } from '../documents/read-text';
import { type ReadPage, readPage } from '../documents/html/read-page';
import { decodedPage } from '../documents/html/decoded-page';
import { readAsciidoc } from '../documents/read-asciidoc';
import { readCsv } from '../documents/office/read-csv';
import { readPptx } from '../documents/office/read-pptx';
import { readXlsx } from '../documents/office/read-xlsx';
import { readPdf } from '../documents/pdf/read-pdf';
import { SourceFailure } from './sources.errors';
import {
  BINARY_MEDIA_TYPES,
  type BinaryMediaType,
  CSV,
  DOCX,
  type FileMediaType,
  type PageContent,
  PDF,
  PPTX,
  type SourceContent,
  type TextMediaType,
  XLSX,
} from './source.types';

type Read = ReadableDocument | Promise<ReadableDocument>;

const TEXT_READERS: Readonly<Record<TextMediaType, (text: string) => Read>> = {
  'text/markdown': readMarkdown,
  'text/mdx': readMdx,
  'text/asciidoc': readAsciidoc,
  'text/plain': readText,
  'text/html': readHtml,
};
const READERS: Readonly<Record<BinaryMediaType, (bytes: Buffer, charset: string | null) => Read>> = {
  [PDF]: readPdf,
  [DOCX]: readDocx,
  [XLSX]: readXlsx,
  [PPTX]: readPptx,
  [CSV]: readCsv,
};

/** In words of our own: a message of a library may quote the document, and does not help its author. */
const UNREADABLE: Readonly<Record<FileMediaType, string>> = {
  [PDF]: 'The PDF is damaged and cannot be read. Open it in another program and save it again.',
  [DOCX]: 'The Word document is damaged and cannot be read. Open it in Word and save it again.',
  [XLSX]: 'The workbook is damaged and cannot be read. Open it in Excel and save it again.',
  [PPTX]: 'The presentation is damaged and cannot be read. Open it in PowerPoint and save it again.',
  [CSV]: 'The CSV cannot be read. Save the table again as CSV in UTF-8.',
  'text/asciidoc': 'The AsciiDoc cannot be read. Convert it to HTML or Markdown.',
  'text/html': 'The HTML cannot be read. Save the page as text, or as Markdown.',
  'text/markdown': 'The Markdown cannot be read. Save the document as plain text.',
  'text/mdx': 'The MDX cannot be read. Save the document as Markdown.',
  'text/plain': 'The text cannot be read. Save it again in UTF-8.',
};

/** No text has them. Numbers of programs look like letters that have. */
const CONTROL = /[\0-\x08\x0e-\x1a]/;

/** A page also gives its own title and canonical address. */
export type ReadSourceContent = { document: ReadableDocument } & Partial<ReadPage>;

/** The document of a source, with its normalized text. @throws SourceFailure where it cannot be read */
export async function readSource(source: SourceContent): Promise<ReadSourceContent> {
  return source.type === 'url' ? readFetched(source) : { document: await readGiven(source) };
}

function readGiven(source: Exclude<SourceContent, PageContent>): ReadableDocument | Promise<ReadableDocument> {
  switch (source.type) {
    case 'text':
      return readText(source.content);
    case 'qna':
      return readQna(source.pairs);
    case 'file':
      return readFile(source.mediaType, source.bytes, decoded, null);
  }
}

async function readFetched({ mediaType, bytes, charset, url }: PageContent): Promise<ReadSourceContent> {
  if (mediaType === 'text/html') return readable('text/html', () => readPage(decodedPage(bytes, charset), url));
  const document = await readFile(mediaType, bytes, () => decodedPage(bytes, charset), charset);
  return { document, title: document.title };
}

function readFile(
  mediaType: FileMediaType,
  bytes: Buffer,
  decode: (bytes: Buffer) => string,
  charset: string | null,
): Promise<ReadableDocument> {
  return readable(mediaType, () =>
    isBinary(mediaType) ? READERS[mediaType](bytes, charset) : TEXT_READERS[mediaType](decode(bytes)),
  );
}

function isBinary(mediaType: FileMediaType): mediaType is BinaryMediaType {
  return (BINARY_MEDIA_TYPES as readonly string[]).includes(mediaType);
}

async function readable<Read>(mediaType: FileMediaType, read: () => Read | Promise<Read>): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DocumentTooLarge || error instanceof SourceFailure) throw error;
    if (error instanceof DocumentRefused) throw new SourceFailure(error.reason, error.message);
    throw new SourceFailure('parse_error', error instanceof DocumentUnreadable ? error.message : UNREADABLE[mediaType]);
  }
}

/** UTF-8, or UTF-16 or UTF-32 where a byte order mark or the bytes say so; the mark itself is no part of the text. */
function decoded(bytes: Buffer): string {
  const wide = markedEncoding(bytes) ?? unmarkedEncoding(bytes) ?? 'utf-8';
  const text = strictly(bytes, wide);
  if (wide === 'utf-8' ? bytes.includes(0) : text === null || CONTROL.test(text)) {
    throw new SourceFailure('unsupported_type', 'The file is not text.');
  }
  if (text === null) throw new SourceFailure('parse_error', 'The file is not text in UTF-8.');
  return text;
}
