import type { PassageBlock } from '../../documents/document.types';
import type { RankedPassage } from '../../retrieval/passage.types';

/** The passages whose blocks are judged as well: an answer has blocks of three at most. */
const MOST_PASSAGES = 3;
const MOST_BLOCKS = 32;

/** A block of a passage, by their positions. */
export interface JudgedBlock {
  readonly passage: number;
  readonly block: number;
  readonly text: string;
}

/** The text of a passage with its heading, as a reader would judge it. */
export function textOf({ title, heading, text }: RankedPassage): string {
  return `${heading || title}\n${text}`;
}

/** Best first. The order of the words' ranking decides between equals. */
export function byRelevance(passages: readonly RankedPassage[], relevances: readonly number[]): RankedPassage[] {
  const order = passages.map((_, at) => at).sort((left, right) => relevances[right]! - relevances[left]!);
  const [first] = order;
  if (first === undefined) return [];
  const highest = Math.max(...passages.map(({ score }) => score));
  return order.map((at) => {
    const passage = passages[at]!;
    // Scores stay comparable, and words alone decide whether there is an answer at all.
    const evidence = at === first ? Math.max(passage.evidence, passages[0]!.evidence) : passage.evidence;
    return { ...passage, evidence, score: (highest * relevances[at]!) / (relevances[first]! || 1) };
  });
}

/** The blocks of the best passages. */
export function blocksOf(passages: readonly RankedPassage[]): JudgedBlock[] {
  const blocks = passages
    .slice(0, MOST_PASSAGES)
    .flatMap(({ text, structure }, passage) =>
      structure.blocks.map(({ start, end }: PassageBlock, block) => ({ passage, block, text: text.slice(start, end) })),
    );
  return blocks.slice(0, MOST_BLOCKS);
}

/** The passages with sentences that score as their blocks are relevant. Within a block, the words decide between its sentences. */
export function withBlockRelevance(
  passages: readonly RankedPassage[],
  blocks: readonly JudgedBlock[],
  relevances: readonly number[],
): RankedPassage[] {
  return passages.map((passage, at) => {
    const relevanceOf = new Map(
      blocks.flatMap((block, index) => (block.passage === at ? [[block.block, relevances[index]!] as const] : [])),
    );
    const highest = Math.max(0, ...passage.sentences.map(({ score }) => score)) || 1;
    const sentences = passage.sentences.map((sentence) => {
      const relevance = relevanceOf.get(sentence.block);
      if (relevance === undefined) return sentence;
      const own = passage.sentences.filter(({ block }) => block === sentence.block).map(({ score }) => score);
      const best = Math.max(...own);
      const share = best > 0 ? sentence.score / best : 1;
      return { ...sentence, score: highest * relevance * share };
    });
    return { ...passage, sentences };
  });
}
