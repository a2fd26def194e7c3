/** The usual estimate for servers that report no tokens. The service itself has no tokenizer. */
const CHARACTERS_PER_TOKEN = 4;

/** The largest value of the database columns. No model uses more tokens in one turn. */
const MOST_TOKENS = 2_147_483_647;

/** The token count that a server reports. Null for an invalid count, which must not fail a turn. */
export function tokenCount(value: unknown): number | null {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MOST_TOKENS ? Number(value) : null;
}

export function estimatedTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}
