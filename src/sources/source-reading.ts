import { chunkDocument } from '../documents/chunk-document';
import { DocumentTooLarge } from '../common/text/document-too-large';
import { languageSample } from '../retrieval/language-detection';
import { type CountBatch, IndexDraft, type PassageBatch, type WholeIndex } from '../retrieval/index-draft';
import type { DraftedIndex } from '../retrieval/index-source';
import { readSource } from './read-source';
import { type ContentRow, restoredContent } from './source-content';
import { SourceFailure } from './sources.errors';
import type { FailureClass } from './source.types';

/** Postings of a source; a megabyte of text has some 150,000. Headings and the name count for each passage below them. */
const MOST_POSTINGS = 500_000;

/** Of a name; a page may give itself a longer one. */
const LONGEST_NAME = 255;

export interface StoredSource extends Omit<ContentRow, 'content'> {
  name: string;
  /** Its name is the title of its page, since no member named it. */
  isNamedByPage: boolean;
}

export type ReadSource =
  | { name: string; text: string; sample: string[]; canonicalUrl: string | null }
  | { failure: { failureClass: FailureClass; message: string } };

/** Everything that is computed of what a source says: its text, passages, words and postings. One source, in this order. */
export default class SourceReading implements DraftedIndex {
  private readonly pieces: Buffer[] = [];
  private draft = new IndexDraft('', []);

  /** The next piece of its content, before it is read. */
  take(piece: Buffer): void {
    this.pieces.push(piece);
  }

  async read(source: StoredSource): Promise<ReadSource> {
    try {
      const {
        document,
        title = null,
        canonicalUrl = null,
      } = await readSource(restoredContent({ ...source, content: this.content() }));
      const chunks = chunkDocument(document);
      if (chunks.length === 0) throw new SourceFailure('empty', emptyMessage(source));
      const name = (source.isNamedByPage && title?.slice(0, LONGEST_NAME)) || source.name;
      this.draft = new IndexDraft(name, chunks);
      if (this.draft.mostPostings > MOST_POSTINGS)
        throw new DocumentTooLarge('too many different words in its passages');
      return { name, text: document.text, sample: languageSample(document.text), canonicalUrl };
    } catch (error) {
      return { failure: reported(error) };
    }
  }

  private content(): Buffer {
    const pieces = this.pieces.splice(0);
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  }

  words(): string | null {
    return this.draft.words();
  }

  learn(lexemes: string): void {
    this.draft.learn(lexemes);
  }

  whole(): WholeIndex | null {
    return this.draft.whole();
  }

  batch(): PassageBatch | null {
    return this.draft.batch();
  }

  count(): CountBatch | null {
    return this.draft.count();
  }

  totals(): { chunks: number; length: number } {
    return this.draft.totals();
  }
}

function emptyMessage({ type }: StoredSource): string {
  return type === 'url'
    ? 'The page has no text. Text that only JavaScript shows is not read.'
    : 'The source has no text.';
}

function reported(error: unknown): { failureClass: FailureClass; message: string } {
  if (error instanceof SourceFailure) return { failureClass: error.failureClass, message: error.message };
  if (error instanceof DocumentTooLarge) {
    return { failureClass: 'too_large', message: `The source has ${error.message}. Split it into smaller sources.` };
  }
  throw error;
}
