import type { QuestionForm } from '../../language/question-form';
import type { RankedPassage } from '../../retrieval/passage.types';
import { type ComposedExcerpt, ExcerptComposer } from './excerpt-composer';

/** The target length of an answer in characters. Only a code block can exceed it. */
const LONGEST = 600;
/** The characters for the best passage if others score equally, so that the customer can choose between them. */
const FIRST_OF_SEVERAL = 250;
const MOST_PASSAGES = 3;
/** The largest distance from the best score, at a score of 20. It scales with the root of the score. */
const CLOSE = 10;
const CLOSE_AT = 20;
/** {@link RankedPassage.named} above which the question is about the best section, so that others are left out. */
const NAMED = 0.5;
/** The share of the best evidence that another passage needs where no heading says what it is about. */
const AS_SURE = 0.7;
const SHORTEST_EXCERPT = 100;

/** The part of a passage in the answer. */
export interface Excerpt extends ComposedExcerpt {
  readonly passageIndex: number;
}

/** The blocks of the best passages that answer the question. Empty without a match. */
export function composeAnswer(passages: readonly RankedPassage[], form: QuestionForm): Excerpt[] {
  const best = passages[0]?.score ?? 0;
  const farthest = CLOSE * Math.sqrt(best / CLOSE_AT);
  const close = passages
    .map((passage, passageIndex) => ({ passage, passageIndex }))
    .slice(0, MOST_PASSAGES)
    .filter(({ passage }) => best - passage.score <= farthest)
    .filter(({ passage }) => passage.heading !== '' || passage.evidence >= AS_SURE * passages[0]!.evidence);
  const belonging = excerptsOf(
    close.filter(({ passage }) => belongs(passage, passages[0]!)),
    form,
  );
  // If the named section has no matching blocks, use the others.
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
    // Pages repeat themselves.
    if (excerpts.some(({ content }) => content.includes(excerpt.content))) continue;
    excerpts.push({ passageIndex, ...excerpt });
    room -= excerpt.content.length + '\n\n'.length;
    if (room < SHORTEST_EXCERPT) break;
  }
  return excerpts;
}

/** Whether a passage can be shown with the best one: always, unless the question is about the best one's section. */
function belongs(passage: RankedPassage, best: RankedPassage): boolean {
  return best.named < NAMED || isSameSection(passage, best);
}

function isSameSection(left: RankedPassage, right: RankedPassage): boolean {
  return left.sourceId === right.sourceId && left.heading === right.heading;
}

/** The best section first; passages of one section in their original order. */
function inOrder(excerpts: readonly Excerpt[], passages: readonly RankedPassage[]): Excerpt[] {
  const passageOf = ({ passageIndex }: Excerpt): RankedPassage => passages[passageIndex]!;
  const place = (excerpt: Excerpt): number => {
    return passages.findIndex((passage) => isSameSection(passage, passageOf(excerpt)));
  };
  return excerpts.toSorted(
    (left, right) => place(left) - place(right) || passageOf(left).start - passageOf(right).start,
  );
}
