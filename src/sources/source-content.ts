import type { QuestionAndAnswer } from '../documents/read-qna';
import type { FileMediaType, SourceContent, SourceType } from './source.types';

/** The content of a source, with the columns of its row that describe it. */
export interface ContentRow {
  type: SourceType;
  mediaType: string | null;
  content: Buffer;
  charset: string | null;
  /** Where it was found. */
  url: string | null;
}

/** How a source's content is kept: files as they came, everything else as UTF-8. */
export function storedBytes(source: SourceContent): Buffer {
  switch (source.type) {
    case 'text':
      return Buffer.from(source.content);
    case 'qna':
      return Buffer.from(JSON.stringify(source.pairs));
    case 'file':
    case 'url':
      return source.bytes;
  }
}

/** Undoes {@link storedBytes}. */
export function restoredContent({ type, mediaType, content: bytes, charset, url }: ContentRow): SourceContent {
  switch (type) {
    case 'text':
      return { type, content: bytes.toString() };
    case 'qna':
      return { type, pairs: JSON.parse(bytes.toString()) as QuestionAndAnswer[] };
    case 'file':
      return { type, mediaType: mediaType as FileMediaType, bytes };
    case 'url':
      return { type, mediaType: mediaType as FileMediaType, bytes, charset, url: url ?? '' };
    default:
      throw new Error(`Sources of type ${type} have no stored content`);
  }
}

/** Bytes that the caller gave: of a text its UTF-8, of pairs those of questions and answers. */
export function contentSize(source: SourceContent): number {
  if (source.type !== 'qna') return storedBytes(source).length;
  return source.pairs.reduce((sum, pair) => sum + Buffer.byteLength(pair.question) + Buffer.byteLength(pair.answer), 0);
}
