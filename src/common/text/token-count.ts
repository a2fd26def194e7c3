/** The usual estimate where nobody counts: nothing is tokenised here. */
const CHARACTERS_PER_TOKEN = 4;

/** More than any model can take or give in one turn, and what the columns hold. */
const MOST_TOKENS = 2_147_483_647;

/** What a server says of its tokens, as far as it can be one: null for anything else, because nobody's turn fails by it. */
export function tokenCount(value: unknown): number | null {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MOST_TOKENS ? Number(value) : null;
}

export function estimatedTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}
