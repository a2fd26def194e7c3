import type { PassageStructure } from '../documents/document.types';

/** Below it there is no answer; chosen so that as many good questions are lost as foreign ones get through. */
export const ENOUGH_EVIDENCE = 0.315;

/** A sentence of a passage, in offsets into the passage's text. */
export interface ScoredSentence {
  readonly start: number;
  readonly end: number;
  /** Index into the blocks of the passage's structure. */
  readonly block: number;
  /** How much of the question it speaks of, near by words and kind of answer included. Comparable within a ranking. */
  readonly score: number;
}

/** The embeddings of an agent. */
export interface EmbeddingSet {
  /** Grows with every write of embeddings. */
  readonly version: number;
  /** Of the agent, embedded or not. */
  readonly passages: number;
}

/** A passage of a live source. `text` is the stored text of the source between `start` and `end`, UTF-16 offsets. */
export interface RankedPassage {
  readonly chunkId: string;
  readonly sourceId: string;
  /** The source's name. */
  readonly title: string;
  /** Where people read it: its page, at its section where that has a place of its own. */
  readonly url: string | null;
  readonly language: string;
  /** Headings above the passage, ` > ` between them, or the question of a question and answer. */
  readonly heading: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly structure: PassageStructure;
  /** Above 0; comparable within a ranking. */
  readonly score: number;
  /** 0 to 1: how much of what the question asks about is said here, rare words counting most. */
  readonly evidence: number;
  /** 0 to 1: how nearly the question asks for what the heading directly above is, no more and no less. */
  readonly named: number;
  readonly sentences: readonly ScoredSentence[];
}
