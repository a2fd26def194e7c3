import { between, oneOf, type Random, randomOf } from '../support/random';

const SEED = 12;
const SYLLABLES = 'ba ce di fo gu la me ni po ru sa te vi zo tra ble kro spi dun mel gar tis ren lok'.split(' ');
const VOCABULARY = 20_000;
/** Words that occur in every text, but in no question. */
const MOST_FREQUENT = 100;
const FLATTENED = 10;
const WORDS_OF_ANSWER = { least: 24, most: 40 };

export interface Pair {
  question: string;
  answer: string;
}

/** Questions with answers, one for each wanted passage, with the word frequencies of a natural language. */
export function* handbook(passages: number): Generator<Pair> {
  const random = randomOf(SEED);
  const vocabulary = wordsOf(random);
  const word = (least = 0): string => vocabulary[rankOf(random, least)]!;
  for (let passage = 0; passage < passages; passage += 1) {
    const topic = [word(MOST_FREQUENT), word(MOST_FREQUENT), word(MOST_FREQUENT)];
    const length = between(random, WORDS_OF_ANSWER.least, WORDS_OF_ANSWER.most);
    const words = Array.from({ length }, () => word());
    const middle = Math.floor(length / 2);
    yield {
      question: `How do I ${topic[0]} the ${topic[1]} ${topic[2]}?`,
      answer:
        `To ${topic[0]} the ${topic[1]}, open the ${words.slice(0, middle).join(' ')}. ` +
        `Then press the ${words.slice(middle).join(' ')}.`,
    };
  }
}

function wordsOf(random: Random): string[] {
  const words = new Set<string>();
  while (words.size < VOCABULARY) {
    words.add(Array.from({ length: between(random, 2, 4) }, () => oneOf(random, SYLLABLES)).join(''));
  }
  return [...words];
}

/** By Zipf's law, flattened at its head: half of the texts have the most frequent word. */
function rankOf(random: Random, least: number): number {
  const [from, to] = [least + FLATTENED, VOCABULARY + FLATTENED].map(Math.log) as [number, number];
  return Math.min(VOCABULARY - 1, Math.floor(Math.exp(from + random() * (to - from))) - FLATTENED);
}
