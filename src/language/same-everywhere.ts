/** Figures, and tokens that are not written like a word: `--dry-run`, `ACTUAL_PORT`, `config.yaml`, `iPhone`, `API`. */
const CODE = /\p{N}|^(?:--?|\.)\p{L}|[\p{L}\p{N}][_./@:\\][\p{L}\p{N}]|\p{Ll}\p{Lu}|^\p{Lu}{2,}s?$/u;
const NAME = /^\p{Lu}\p{L}/u;
const MARKED = /`([^`]+)`/g;
const AROUND = /^[\s"'“”„«»‘’(¿¡]+|[\s"'“”„«»‘’)?!.,;:]+$/gu;
/** Tokens that are looked at, and characters of each. */
const MOST_TOKENS = 100;
const LONGEST_TOKEN = 80;

/**
 * The parts of a question that are the same in every language: figures, commands and names. Names alone do not show what the question wants to know about
 * them, and in German every noun looks like one: without a figure or a command it is empty.
 */
export function sameEverywhere(question: string): string[] {
  const marked = Array.from(question.matchAll(MARKED), ([, code = '']) => code);
  const tokens = question.replace(MARKED, ' ').split(/\s+/).slice(0, MOST_TOKENS);
  const rest = tokens.filter(({ length }) => length <= LONGEST_TOKEN).map((token) => token.replace(AROUND, ''));
  const codes = [...marked, ...rest.filter((token) => CODE.test(token))];
  const names = rest.filter((token, index) => index > 0 && NAME.test(token) && !CODE.test(token));
  return codes.length > 0 ? [...codes, ...names] : [];
}
