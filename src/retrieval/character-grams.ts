import type { CooperativeYield } from '../common/jobs/cooperative-yield';
import { fold, words } from '../language/words';

const LENGTH = 4;
const K1 = 0.9;
const B = 0.75;

/**
 * BM25 of four-character sequences among the candidates: catches what stemming misses (compounds, other forms of a word,
 * slips of the pen) and phrases with their small words. One score per text, in order.
 */
export async function gramScores(
  question: string,
  texts: readonly string[],
  yielding: CooperativeYield,
): Promise<number[]> {
  const questionGrams = new Set(grams(question));
  const counted: ReturnType<typeof count>[] = [];
  for (const text of texts) {
    counted.push(count(text, questionGrams));
    if (yielding.isDue) await yielding.now();
  }
  const averageLength = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(texts.length, 1);
  const weights = new Map(
    Array.from(questionGrams, (gram) => {
      const n = counted.filter(({ counts }) => counts.has(gram)).length;
      return [gram, Math.log(1 + (texts.length - n + 0.5) / (n + 0.5))];
    }),
  );
  return counted.map(({ counts, length }) => {
    let score = 0;
    for (const [gram, tf] of counts) {
      score += ((weights.get(gram) ?? 0) * tf * (K1 + 1)) / (tf + K1 * (1 - B + (B * length) / averageLength));
    }
    return score;
  });
}

function count(text: string, questionGrams: ReadonlySet<string>) {
  const counts = new Map<string, number>();
  let length = 0;
  for (const gram of grams(text)) {
    length += 1;
    if (questionGrams.has(gram)) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return { counts, length };
}

function* grams(text: string): Generator<string> {
  const line = `_${words(text).map((word) => fold(word.text)).join('_')}_`; // prettier-ignore
  for (let start = 0; start + LENGTH <= line.length; start += 1) yield line.slice(start, start + LENGTH);
}
