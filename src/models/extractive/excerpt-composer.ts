import type { PassageBlock } from '../../documents/document.types';
import { fits, type QuestionForm } from '../../language/question-form';
import { type Span, sentences } from '../../language/sentences';
import type { RankedPassage, ScoredSentence } from '../../retrieval/passage.types';
import { codeMarkdown, inlineMarkdown, rowMarkdown } from './block-markdown';

const LONGEST_CODE = 1_500;
/** An excerpt is extended with adjacent blocks until it is this much shorter than its limit. */
const SPARE = 50;
/** The score of the first block of a section, which usually describes it, as a share of the best score. */
const OPENING = 0.2;
/** The share of the best score that an item of a long list needs to be preferred to others. */
const TELLING = 0.8;
/** The same of a block beside the best one where no heading says that both are about the same. */
const ALSO = 0.5;
/** The same of another row: a table has one for each case, and usually one of them is asked for. */
const SAME = 0.8;
/** The weight of code, which contains many incidental words. */
const CODE = 0.8;
/** The most sentences of a prose quote, so that readers can check it quickly. */
const SENTENCES_OF_QUOTE = 2;
/** The end of a paragraph that introduces what follows. */
const LEADS = /[:：]\W*$/u;

/** What is shown of one passage. */
export interface ComposedExcerpt {
  /** Markdown. */
  readonly content: string;
  /** Spans of the passage's text, in order. */
  readonly quotes: readonly Span[];
}

/** A block of an excerpt, or some of its sentences. */
interface Part extends Span {
  readonly block: number;
  readonly markdown: string;
}

/** Selects blocks of one passage: the best one, the context that it needs, and adjacent blocks. */
export class ExcerptComposer {
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

  compose(): ComposedExcerpt | null {
    const anchor = this.scores.indexOf(Math.max(...this.scores));
    const block = this.blocks[anchor];
    if (!block) return null;
    this.take(anchor, true);
    if (block.kind === 'item' && !this.fitsWhole(anchor)) {
      this.takeTelling(this.run(anchor));
      this.takeLead(anchor);
      return this.finished();
    }
    if (block.kind === 'code' || block.group !== undefined) this.takeLead(anchor);
    else if (this.blocks[anchor + 1]?.kind !== 'paragraph') this.takeIntroduced(anchor + 1);
    if (block.group !== undefined && block.kind !== 'row') {
      this.takeRun(anchor + 1, 1);
      this.takeRun(anchor - 1, -1);
    }
    this.fill(anchor);
    return this.finished();
  }

  private finished(): ComposedExcerpt | null {
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

  /** @returns whether the whole block is now part of the excerpt */
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

  /** The best sentence of a block with its neighbors. */
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

  /** Takes blocks from here to the end of the list or table, while there is room. */
  private takeRun(from: number, step: 1 | -1): void {
    const first = this.blocks[from];
    const group = first?.group;
    for (let at = from; this.blocks[at] && this.blocks[at]!.group === group; at += step) {
      if (!this.take(at) || group === undefined) return;
    }
  }

  /** Takes the blocks that a paragraph introduces. Of a long list or table, it takes the best items instead of the first ones. */
  private takeIntroduced(first: number): void {
    if (!this.blocks[first]) return;
    if (!this.fitsWhole(first)) this.takeTelling(this.run(first));
    this.takeRun(first, 1);
  }

  /** The items or rows that say most. */
  private takeTelling(all: readonly number[]): void {
    const score = (index: number): number => this.scores[index]!;
    const least = Math.max(Number.MIN_VALUE, TELLING * Math.max(0, ...all.map(score)));
    const telling = all.filter((index) => score(index) >= least);
    for (const index of telling.sort((left, right) => score(right) - score(left))) this.take(index);
  }

  /** Takes the paragraph before a list, a table or code. */
  private takeLead(anchor: number): void {
    const group = this.blocks[anchor]!.group;
    let lead = anchor - 1;
    while (group !== undefined && this.blocks[lead]?.group === group) lead -= 1;
    if (this.blocks[lead]?.kind === 'paragraph') this.take(lead);
  }

  /** Takes following blocks, then preceding ones, until the excerpt is long enough. */
  private fill(anchor: number): void {
    for (const step of [1, -1]) {
      let at = anchor;
      while (this.parts.has(at)) at += step;
      while (this.blocks[at] && this.length < this.longest - SPARE && this.belongs(at, anchor)) {
        if (!(this.introduces(at) ? this.takeWhole(at) : this.take(at))) break;
        while (this.parts.has(at)) at += step;
      }
    }
  }

  /** Whether a block beside the best one can be shown. Without a heading, and in a table, it can be about anything else. */
  private belongs(index: number, anchor: number): boolean {
    const share = this.scores[index]! / (this.scores[anchor]! || 1);
    if (this.passage.heading === '' && share < ALSO) return false;
    const { kind } = this.blocks[index]!;
    return kind === 'row' ? share >= SAME : kind !== 'item' || this.fitsWhole(index);
  }

  /** Whether a paragraph makes no sense without the block behind it, which is not shown so far. */
  private introduces(index: number): boolean {
    const { kind, start, end } = this.blocks[index]!;
    const next = this.blocks[index + 1];
    if (kind !== 'paragraph' || !next || next.kind === 'paragraph' || this.parts.has(index + 1)) return false;
    return LEADS.test(this.passage.text.slice(start, end));
  }

  /** The paragraph and all that it introduces. @returns whether there was room for that */
  private takeWhole(lead: number): boolean {
    const all = [lead, ...this.run(lead + 1)];
    if (this.length + this.lengthOf(all) > this.longest) return false;
    for (const at of all) this.take(at);
    return true;
  }

  /** The blocks of the list or table that a block is in. */
  private run(index: number): number[] {
    const { group } = this.blocks[index]!;
    if (group === undefined) return [index];
    return this.blocks.flatMap((block, at) => (block.group === group ? [at] : []));
  }

  /** Whether there is room for the list or table that a block is in. Steps must stay in order, so they are cut. */
  private fitsWhole(index: number): boolean {
    const all = this.run(index);
    if (this.blocks[index]!.group === undefined || all.some((at) => this.blocks[at]!.number !== undefined)) return true;
    return this.length + this.lengthOf(all.filter((at) => !this.parts.has(at))) <= this.longest;
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

/** One score per block: that of its best sentence, adjusted to the form of the question. */
function blockScores({ text, heading, structure, sentences: scored }: RankedPassage, form: QuestionForm): number[] {
  const scores = structure.blocks.map(() => 0);
  for (const { block, score, start, end } of scored) {
    scores[block] = Math.max(scores[block] ?? 0, score * fits(form, text.slice(start, end)));
  }
  const highest = Math.max(0, ...scores);
  return scores.map((score, index) => {
    const { kind } = structure.blocks[index]!;
    // If a section begins with code, the explanation follows.
    if (kind === 'code') return form === 'steps' && index === 0 ? highest : CODE * score;
    return index === 0 && kind === 'paragraph' && heading !== '' ? score + OPENING * highest : score;
  });
}

/** Removes emphasis marks without a counterpart in the same sentence. */
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
