import pairsByLanguage from './lists/opposites.json';
import { wholeWords } from './whole-words';

/** Things to do that undo each other; each side with its other words and forms. */
const PAIRS = Object.values(pairsByLanguage)
  .flat()
  .map((sides) => sides.map(wholeWords) as [RegExp, RegExp]);

/** What a question wants done, and what would undo it. */
export type Direction = readonly (readonly [wanted: RegExp, opposite: RegExp])[];

/** Of a question that names both sides of a pair, none of that pair. */
export function directionOf(question: string): Direction {
  return PAIRS.flatMap(([one, other]): Direction => {
    const [says, opposes] = [one.test(question), other.test(question)];
    if (says === opposes) return [];
    return [says ? [one, other] : [other, one]];
  });
}

/** Whether a text is about the opposite of what is wanted, and not about that itself. */
export function isOpposite(direction: Direction, text: string): boolean {
  return direction.some(([wanted, opposite]) => opposite.test(text) && !wanted.test(text));
}
