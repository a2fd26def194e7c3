/** A person who looks at the contacts of a workspace. */
export interface Caller {
  /** For the report. */
  name: string;
  workspaceId: string;
  /** Account credential. */
  credential: string;
  /** Null: every agent's contacts; else those of these agents and the unscoped ones. */
  agentIds: readonly string[] | null;
}

/** Which contacts: a page of 50. */
export interface Listing {
  offset: number;
  search: string | null;
}

/** The parts of two answers that must be equal, so that no side is faster because it is wrong. */
export interface Page {
  /** In their order. */
  externalIds: string[];
  total: number;
}

export const PAGE_SIZE = 50;
