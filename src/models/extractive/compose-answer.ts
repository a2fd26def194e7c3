import type { PassageBlock } from '../../documents/document.types';
import { fits, type QuestionForm } from '../../language/question-form';
import { type Span, sentences } from '../../language/sentences';
import type { RankedPassage, ScoredSentence } from '../../retrieval/passage.types';
import { codeMarkdown, inlineMarkdown, rowMarkdown } from './block-markdown';

/** Characters of an answer where they suffice; only a block of code may take more. */
const LONGEST = 600;
const LONGEST_CODE = 1_500;
/** What the best passage gets where others are as good: what ranks cannot tell them apart, the customer can. */
const FIRST_OF_SEVERAL = 250;
const MOST_PASSAGES = 3;
/** How far behind the best another passage's score may be at a score of 20; it spreads with the root of the score. */
const CLOSE = 10;
const CLOSE_AT = 20;
/** {@link RankedPassage.named}: beyond it the best section is what was asked for, and others only stand behind it. */
const NAMED = 0.5;
/** An excerpt goes on with what stands next to it up to so much less than it may have. */
const SPARE = 50;
const SHORTEST_EXCERPT = 100;
/** What opens a section says what it is about; this much of the best block's score. */
const OPENING = 0.2;
/** Items of a long list that are shown before the others have this much of the best one's score. */
const TELLING = 0.5;
/** Code is full of words that happen to be there. */
const CODE = 0.8;
/** A quote of prose is no longer, so that it can be found and checked at a glance. */
const SENTENCES_OF_QUOTE = 2;

/** What is said of a passage. */
export interface Excerpt {
  readonly passageIndex: number;
  /** Markdown. */
  readonly content: string;
  /** Of the passage's text, in order. */
  readonly quotes: readonly Span[];
}

/** The blocks of the best passages that answer; empty where they say nothing. */
export function composeAnswer(passages: readonly RankedPassage[], form: QuestionForm): Excerpt[] {
  const best = passages[0]?.score ?? 0;
  const farthest = CLOSE * Math.sqrt(best / CLOSE_AT);
  const close = passages
    .map((passage, passageIndex) => ({ passage, passageIndex }))
    .slice(0, MOST_PASSAGES)
    .filter(({ passage }) => best - passage.score <= farthest);
  const belonging = excerptsOf(
    close.filter(({ passage }) => belongs(passage, passages[0]!)),
    form,
  );
  // A section that says nothing is in nobody's way.
  return inOrder(belonging.length > 0 ? belonging : excerptsOf(close, form), passages);
}

interface Candidate {
  readonly passage: RankedPassage;
  readonly passageIndex: number;
}

function excerptsOf(candidates: readonly Candidate[], form: QuestionForm): Excerpt[] {
  const excerpts: Excerpt[] = [];
  let room = LONGEST;
  for (const [place, { passage, passageIndex }] of candidates.entries()) {
    const left = candidates.length - place;
    const longest = left === 1 ? room : place === 0 ? FIRST_OF_SEVERAL : Math.floor(room / left);
    const excerpt = new ExcerptComposer(passage, form, longest).compose();
    if (!excerpt || (place > 0 && excerpt.content.length > room)) continue;
    excerpts.push({ passageIndex, ...excerpt });
    room -= excerpt.content.length + '\n\n'.length;
    if (room < SHORTEST_EXCERPT) break;
  }
  return excerpts;
}

/** Whether a passage may stand beside the best one: any may, unless that one's section is what was asked for. */
function belongs(passage: RankedPassage, best: RankedPassage): boolean {
  return best.named < NAMED || isSameSection(passage, best);
}

function isSameSection(left: RankedPassage, right: RankedPassage): boolean {
  return left.sourceId === right.sourceId && left.heading === right.heading;
}

/** The best section first; passages of one section as they stand in it. */
function inOrder(excerpts: readonly Excerpt[], passages: readonly RankedPassage[]): Excerpt[] {
  const passageOf = ({ passageIndex }: Excerpt): RankedPassage => passages[passageIndex]!;
  const place = (excerpt: Excerpt): number => {
    return passages.findIndex((passage) => isSameSection(passage, passageOf(excerpt)));
  };
  return excerpts.toSorted(
    (left, right) => place(left) - place(right) || passageOf(left).start - passageOf(right).start,
  );
}

/** A block of an excerpt, or some sentences of it. */
interface Part extends Span {
  readonly block: number;
  readonly markdown: string;
}

/** Chooses blocks of one passage: the best one, what it needs to stand alone, and what stands next to it. */
class ExcerptComposer {
  private readonly blocks: readonly PassageBlock[];
  private readonly scores: readonly number[];
  private readonly parts = new Map<number, Part>();

  constructor(
    private readonly passage: RankedPassage,
    form: QuestionForm,
    private readonly longest: number,
  ) {
    this.blocks = passage.structure.blocks;
    this.scores = blockScores(passage, form);
  }

  compose(): Omit<Excerpt, 'passageIndex'> | null {
    const anchor = this.scores.indexOf(Math.max(...this.scores));
    const block = this.blocks[anchor];
    if (!block) return null;
    this.take(anchor, true);
    if (block.kind === 'code' || block.group !== undefined) this.takeLead(anchor);
    else if (this.blocks[anchor + 1]?.kind !== 'paragraph') this.takeIntroduced(anchor + 1);
    if (block.group !== undefined && block.kind !== 'row') {
      this.takeRun(anchor + 1, 1);
      this.takeRun(anchor - 1, -1);
    }
    this.fill(anchor);
    const parts = [...this.parts.values()].sort((left, right) => left.start - right.start);
    if (parts.length === 0) return null;
    return { content: this.rendered(parts), quotes: parts.flatMap((part) => this.quotes(part)) };
  }

  private get length(): number {
    return [...this.parts.values()].reduce((sum, { markdown }) => sum + markdown.length + 2, 0);
  }

  private lengthOf(indices: readonly number[]): number {
    return indices.reduce((sum, at) => sum + this.markdown(this.blocks[at]!, this.blocks[at]!).length + 2, 0);
  }

  /** @returns whether the whole block is part of the excerpt now */
  private take(index: number, isAnchor = false): boolean {
    if (this.parts.has(index)) return true;
    const block = this.blocks[index];
    if (!block) return false;
    const room = this.longest - this.length;
    const markdown = this.markdown(block, block);
    if (markdown === '') return false;
    if (markdown.length <= room || (isAnchor && block.kind === 'code' && markdown.length <= LONGEST_CODE)) {
      this.parts.set(index, { block: index, start: block.start, end: block.end, markdown });
      return true;
    }
    const part = block.kind === 'code' ? null : this.sentencesThatFit(index, room);
    if (part) this.parts.set(index, part);
    return false;
  }

  /** The best sentence of a block with those around it. */
  private sentencesThatFit(index: number, room: number): Part | null {
    const block = this.blocks[index]!;
    const own = this.passage.sentences.filter((sentence) => sentence.block === index);
    const part = (first: number, last: number): Part => {
      const span = { start: own[first]!.start, end: own[last]!.end };
      return { block: index, ...span, markdown: this.markdown(block, span) };
    };
    const fitting = (first: number, last: number): boolean =>
      first >= 0 && last < own.length && part(first, last).markdown.length <= room;
    let from = bestOf(own);
    let to = from;
    if (!fitting(from, to)) return null;
    for (;;) {
      if (fitting(from, to + 1)) to += 1;
      else if (fitting(from - 1, to)) from -= 1;
      else return part(from, to);
    }
  }

  /** From a block on as long as its list or table goes, and there is room. */
  private takeRun(from: number, step: 1 | -1): void {
    const first = this.blocks[from];
    const group = first?.group;
    for (let at = from; this.blocks[at] && this.blocks[at]!.group === group; at += step) {
      if (!this.take(at) || group === undefined) return;
    }
  }

  /** What a paragraph introduces; of a list or table that is too long the items that answer, not the first ones. */
  private takeIntroduced(first: number): void {
    const group = this.blocks[first]?.group;
    const all = this.blocks.flatMap((block, index) => (block.group === group && index >= first ? [index] : []));
    const score = (index: number): number => this.scores[index]!;
    const least = Math.max(Number.MIN_VALUE, TELLING * Math.max(0, ...all.map(score)));
    // Steps are worth nothing out of order.
    const isInOrder = group === undefined || all.some((index) => this.blocks[index]!.number !== undefined);
    if (!isInOrder && this.length + this.lengthOf(all) > this.longest) {
      const telling = all.filter((index) => score(index) >= least);
      for (const index of telling.sort((left, right) => score(right) - score(left))) this.take(index);
    }
    this.takeRun(first, 1);
  }

  /** The paragraph before a list, a table or code. */
  private takeLead(anchor: number): void {
    const group = this.blocks[anchor]!.group;
    let lead = anchor - 1;
    while (group !== undefined && this.blocks[lead]?.group === group) lead -= 1;
    if (this.blocks[lead]?.kind === 'paragraph') this.take(lead);
  }

  /** What comes next, then what came before, until it is long enough. */
  private fill(anchor: number): void {
    for (const step of [1, -1]) {
      let at = anchor;
      while (this.parts.has(at)) at += step;
      while (this.blocks[at] && this.length < this.longest - SPARE && this.take(at)) at += step;
    }
  }

  private markdown(block: PassageBlock, { start, end }: Span): string {
    const written = this.passage.text.slice(start, end);
    const source = start === block.start && end === block.end ? written : withoutHalves(written);
    if (block.kind === 'code') return codeMarkdown(source, block);
    if (block.kind === 'row') return rowMarkdown(source, block, this.passage.structure);
    return inlineMarkdown(source, this.passage.structure);
  }

  private rendered(parts: readonly Part[]): string {
    const [only] = parts;
    if (parts.length === 1 && only) return only.markdown;
    let content = '';
    let wasListed = false;
    for (const { block: index, markdown } of parts) {
      const block = this.blocks[index]!;
      const isListed = block.kind === 'item' || block.kind === 'row';
      const indent = '  '.repeat(block.kind === 'item' ? (block.depth ?? 0) : 0);
      const mark = isListed ? `${indent}${block.number === undefined ? '-' : `${block.number}.`} ` : '';
      const between = content === '' ? '' : isListed && wasListed ? '\n' : '\n\n';
      content += `${between}${mark}${isListed ? markdown.replaceAll('\n', `\n${indent}  `) : markdown}`;
      wasListed = isListed;
    }
    return content;
  }

  private quotes({ block, start, end }: Part): Span[] {
    if (this.blocks[block]!.kind !== 'paragraph') return [{ start, end }];
    const own = sentences(this.passage.text.slice(start, end));
    const quotes: Span[] = [];
    for (let at = 0; at < own.length; at += SENTENCES_OF_QUOTE) {
      const some = own.slice(at, at + SENTENCES_OF_QUOTE);
      quotes.push({ start: start + some[0]!.start, end: start + some.at(-1)!.end });
    }
    return quotes;
  }
}

/** One score per block: its best sentence, by how it fits the question. */
function blockScores({ text, structure, sentences: scored }: RankedPassage, form: QuestionForm): number[] {
  const scores = structure.blocks.map(() => 0);
  for (const { block, score, start, end } of scored) {
    scores[block] = Math.max(scores[block] ?? 0, score * fits(form, text.slice(start, end)));
  }
  const highest = Math.max(0, ...scores);
  return scores.map((score, index) => {
    const { kind } = structure.blocks[index]!;
    // A section that opens with code explains it below.
    if (kind === 'code') return form === 'steps' && index === 0 ? highest : CODE * score;
    return index === 0 && kind === 'paragraph' ? score + OPENING * highest : score;
  });
}

/** Without the mark of emphasis that begins or ends in another sentence. */
function withoutHalves(source: string): string {
  return ['**', '__'].reduce((text, mark) => {
    const parts = text.split(mark);
    if (parts.length % 2 === 1) return text;
    const endsOnly = /\S$/.test(parts[0]!) && !/^\p{L}/u.test(parts[1]!);
    const half = endsOnly ? 1 : parts.length - 1;
    return `${parts.slice(0, half).join(mark)}${parts.slice(half).join(mark)}`;
  }, source);
}

function bestOf(scored: readonly ScoredSentence[]): number {
  const scores = scored.map(({ score }) => score);
  return scores.indexOf(Math.max(...scores));
}
