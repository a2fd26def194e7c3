/**
 * The steps of an erasure, in the order in which it takes locks (decision 0102). Before them it locks the person with their place
 * in the search index, and between `sessions` and `contents` the conversations. Erasers of one step lock nothing in common.
 */
export const ERASURE_STEPS = [
  /** Agents, so that nothing purges them meanwhile. */
  'agents',
  /** Sessions of visitors that go on in the conversations. */
  'sessions',
  /** What belongs to the conversations, which are locked. Rows whose policy names a column go right after it. */
  'contents',
  'conversations',
  /** What is known of the person elsewhere: addresses, mails, stored responses. */
  'traces',
] as const;
export type ErasureStep = (typeof ERASURE_STEPS)[number];

/** Numbers of rows, by the names that policies count them as. */
export type ErasedCounts = Readonly<Record<string, number>>;

/** Conversations of one workspace, and the person whose conversations they all are; null: the person stays. */
export interface ErasureSubject {
  readonly workspaceId: string;
  readonly contactId: string | null;
  readonly conversationIds: readonly string[];
}

/** An erasure on its way, in one transaction. */
export interface Erasure extends ErasureSubject {
  /** `age`: of conversations that a workspace wants to keep no longer; their visitors may begin anew. */
  readonly cause: 'request' | 'age';
  readonly agentIds: readonly string[];
  /** From `contents` on: those that are there and locked. */
  conversationIds: readonly string[];
  /** Email addresses of the person; from `contents` on with those that they have written from. */
  addresses: readonly string[];
}

/** What a feature erases by its own code. What only needs a statement says so in the policy of its table: `erasedWith`. */
export interface Eraser {
  readonly step: ErasureStep;
  /** The tables that it erases rows of and whose policy says `BY_ERASER`. */
  readonly tables?: readonly string[];
  /** What {@link erase} would count. */
  count?(subject: ErasureSubject): Promise<ErasedCounts>;
  /** Joins the transaction of the erasure. */
  erase(erasure: Erasure): Promise<ErasedCounts> | Promise<void>;
}
