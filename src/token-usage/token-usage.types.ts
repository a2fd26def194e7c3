/** Tokens held for a request. Null if the agent has no budget. */
export type HeldTokens = { readonly id: string } | null;

/** The budget of an agent and its use. Days and months are in UTC. */
export interface TokenBalance {
  /** Null means no limit. */
  tokensPerDay: number | null;
  tokensPerMonth: number | null;
  usedToday: number;
  usedThisMonth: number;
  /** Tokens of requests in progress. */
  held: number;
}

/** The tokens spent with one model on a day. */
export interface DayOfUsage {
  /** YYYY-MM-DD, in UTC. */
  day: string;
  model: string;
  requests: number;
  inputTokens: number;
  outputTokens: number;
}
