import { DocumentTooLarge } from '../../common/text/document-too-large';
import type { ReadableDocument } from '../chunking/document.types';
import { readHtml } from '../chunking/read-html';
import { readMarkdown } from '../chunking/read-markdown';
import { readQna } from '../chunking/read-qna';
import { readText } from '../chunking/read-text';
import { type ReadPage, readPage } from '../fetching/read-page';
import { decodedPage } from '../fetching/decoded-page';
import { SourceFailure } from './sources.errors';
import type { FileMediaType, PageContent, SourceContent } from './source.types';

const READERS: Readonly<Record<FileMediaType, (text: string) => ReadableDocument>> = {
  'text/markdown': readMarkdown,
  'text/plain': readText,
  'text/html': readHtml,
};

/** A page says what it is called and where it belongs, which nobody has said of it. */
export type ReadSourceContent = { document: ReadableDocument } & Partial<ReadPage>;

/** What a source says, with its normalised text. @throws SourceFailure where it cannot be read */
export function readSource(source: SourceContent): ReadSourceContent {
  return source.type === 'url' ? readFetched(source) : { document: readGiven(source) };
}

function readGiven(source: Exclude<SourceContent, PageContent>): ReadableDocument {
  switch (source.type) {
    case 'text':
      return readText(source.content);
    case 'qna':
      return readQna(source.pairs);
    case 'file':
      return readFile(source.mediaType, decoded(source.bytes));
  }
}

function readFetched({ mediaType, bytes, charset, url }: PageContent): ReadSourceContent {
  const text = decodedPage(bytes, charset);
  return readable(`The page could not be read as ${mediaType}`, () =>
    mediaType === 'text/html' ? readPage(text, url) : { document: READERS[mediaType](text) },
  );
}

function readFile(mediaType: FileMediaType, text: string): ReadableDocument {
  return readable(`The file could not be read as ${mediaType}`, () => READERS[mediaType](text));
}

function readable<Read>(otherwise: string, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    if (error instanceof DocumentTooLarge) throw error;
    throw new SourceFailure('parse_error', `${otherwise}: ${(error as Error).message}`);
  }
}

/** UTF-8, or UTF-16 where a byte order mark says so; the mark itself is no part of the text. */
function decoded(bytes: Buffer): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'; // prettier-ignore
  if (encoding === 'utf-8' && bytes.includes(0)) {
    throw new SourceFailure('unsupported_type', 'The file is not text.');
  }
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new SourceFailure('parse_error', 'The file is not text in UTF-8.');
  }
}
