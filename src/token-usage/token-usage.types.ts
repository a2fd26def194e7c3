/** Tokens of a request that is about to be made; null where the agent has no budget that they count against. */
export type HeldTokens = { readonly id: string } | null;

/** What an agent may spend, and what it has spent so far; days and months are those of UTC. */
export interface TokenBalance {
  /** Null: no limit. */
  tokensPerDay: number | null;
  tokensPerMonth: number | null;
  usedToday: number;
  usedThisMonth: number;
  /** Of requests under way. */
  held: number;
}

/** What one model has cost on a day. */
export interface DayOfUsage {
  /** YYYY-MM-DD, in UTC. */
  day: string;
  model: string;
  requests: number;
  inputTokens: number;
  outputTokens: number;
}
