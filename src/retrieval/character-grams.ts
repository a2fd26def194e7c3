import type { CooperativeYield } from '../common/jobs/cooperative-yield';
import { fold, type Word, words } from '../language/words';

const LENGTH = 4;
const K1 = 0.9;
const B = 0.75;

/**
 * BM25 of four-character sequences among the candidates: catches what stemming misses (compounds, other forms of a word,
 * slips of the pen) and phrases with their small words. One score for each candidate, in order, by its {@link gramLine}.
 */
export async function gramScores(
  question: string,
  lines: readonly string[],
  yielding: CooperativeYield,
): Promise<number[]> {
  const questionGrams = new Grams(gramLine(words(question)));
  const counted: Counted[] = [];
  for (const line of lines) {
    counted.push(questionGrams.countIn(line));
    if (yielding.isDue) await yielding.now();
  }
  const averageLength = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(lines.length, 1);
  const weights = new Map(
    Array.from(questionGrams.all, (gram) => {
      const n = counted.filter(({ counts }) => counts.has(gram)).length;
      return [gram, Math.log(1 + (lines.length - n + 0.5) / (n + 0.5))];
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

/** The words of a text as one line. */
export function gramLine(all: readonly Word[]): string {
  return `_${all.map(({ text }) => fold(text)).join('_')}_`;
}

interface Counted {
  /** Of the grams that the question has too, in the order of the text. */
  readonly counts: ReadonlyMap<string, number>;
  /** The number of all grams. */
  readonly length: number;
}

/** Bits of a filter that lets about one in a hundred of the other grams pass. */
const FILTER = 8_192;

/** The grams of a question. A filter by hash spares most grams of a text from being cut out, which would take longest. */
class Grams {
  readonly all: ReadonlySet<string>;
  private readonly filter = new Uint8Array(FILTER);

  constructor(line: string) {
    this.all = new Set(
      Array.from({ length: Math.max(0, line.length - LENGTH + 1) }, (_, at) => line.slice(at, at + LENGTH)),
    );
    for (const gram of this.all) this.filter[hashAt(gram, 0)] = 1;
  }

  countIn(line: string): Counted {
    const counts = new Map<string, number>();
    const length = Math.max(0, line.length - LENGTH + 1);
    for (let at = 0; at < length; at += 1) {
      if (this.filter[hashAt(line, at)] === 0) continue;
      const gram = line.slice(at, at + LENGTH);
      if (this.all.has(gram)) counts.set(gram, (counts.get(gram) ?? 0) + 1);
    }
    return { counts, length };
  }
}

/** Of the four characters from there. */
function hashAt(line: string, at: number): number {
  const half = line.charCodeAt(at) * 31 + line.charCodeAt(at + 1);
  const other = line.charCodeAt(at + 2) * 31 + line.charCodeAt(at + 3);
  return (half * 1_021 + other) % FILTER;
}
