import { chunkDocument } from '../chunking/chunk-document';
import { DocumentTooLarge } from '../../common/text/document-too-large';
import { languageSample } from '../language/language';
import { type CountBatch, IndexDraft, type PassageBatch } from '../retrieval/index-draft';
import type { DraftedIndex } from '../retrieval/index-source';
import { readSource } from './read-source';
import { restoredContent } from './source-content';
import { SourceFailure } from './sources.errors';
import type { FailureClass, SourceType } from './source.types';

/** Postings of a source; a megabyte of text has some 150,000. Headings and the name count for each passage below them. */
const MOST_POSTINGS = 500_000;

export interface StoredSource {
  name: string;
  type: SourceType;
  mediaType: string | null;
  content: Buffer;
}

export type ReadSource =
  { text: string; sample: string[] } | { failure: { failureClass: FailureClass; message: string } };

/** Everything that is computed of what a source says: its text, passages, words and postings. One source, in this order. */
export default class SourceReading implements DraftedIndex {
  private draft = new IndexDraft('', []);

  read({ name, type, mediaType, content }: StoredSource): ReadSource {
    try {
      const document = readSource(restoredContent(type, mediaType, content));
      const chunks = chunkDocument(document);
      if (chunks.length === 0) throw new SourceFailure('empty', 'The source has no text.');
      this.draft = new IndexDraft(name, chunks);
      if (this.draft.mostPostings > MOST_POSTINGS)
        throw new DocumentTooLarge('too many different words in its passages');
      return { text: document.text, sample: languageSample(document.text) };
    } catch (error) {
      return { failure: reported(error) };
    }
  }

  words(): string | null {
    return this.draft.words();
  }

  learn(lexemes: string): void {
    this.draft.learn(lexemes);
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

function reported(error: unknown): { failureClass: FailureClass; message: string } {
  if (error instanceof SourceFailure) return { failureClass: error.failureClass, message: error.message };
  if (error instanceof DocumentTooLarge) {
    return { failureClass: 'too_large', message: `The source has ${error.message}. Split it into smaller sources.` };
  }
  throw error;
}
