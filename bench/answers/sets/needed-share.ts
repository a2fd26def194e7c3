import { accepts } from '../../../src/knowledge-tests/answer-judge';
import { sentences } from '../../../src/language/sentences';

/** The share of the sentences of an answer without which it is not right; 0 for a wrong one. */
export function neededShare(accept: readonly (readonly string[])[], content: string): number {
  if (!accepts(accept, content)) return 0;
  const shown = sentences(content).map(({ start, end }) => content.slice(start, end));
  let needed = shown;
  // From the end, so that of several sentences that say it the first one is the one that is needed.
  for (const sentence of shown.toReversed()) {
    const without = needed.filter((other) => other !== sentence);
    if (accepts(accept, without.join('\n'))) needed = without;
  }
  return needed.length / Math.max(1, shown.length);
}
