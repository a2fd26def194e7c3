/**
 * The steps of an erasure in the order of locks (decision 0102). Before the first step it locks the person and their entry in the
 * search index, and between `sessions` and `contents` it locks the conversations. Erasers of one step lock no common rows.
 */
export const ERASURE_STEPS = [
  /** Agents, so that they are not purged meanwhile. */
  'agents',
  /** Sessions of visitors that go on in the conversations. */
  'sessions',
  /** Data of the conversations, which are locked. Rows with a column in their policy are deleted right after this step. */
  'contents',
  'conversations',
  /** Other data about the person: addresses, emails, stored responses. */
  'traces',
] as const;
export type ErasureStep = (typeof ERASURE_STEPS)[number];

/** Numbers of rows by the `countedAs` names of policies. */
export type ErasedCounts = Readonly<Record<string, number>>;

/** Conversations of one workspace, and the person to erase with them. `null` if only the conversations are erased. */
export interface ErasureSubject {
  readonly workspaceId: string;
  readonly contactId: string | null;
  readonly conversationIds: readonly string[];
}

/** A running erasure in one transaction. */
export interface Erasure extends ErasureSubject {
  /** `age`: retention deletes old conversations, and their visitors can start new ones. */
  readonly cause: 'request' | 'age';
  readonly agentIds: readonly string[];
  /** From `contents` on, only those that exist and are locked. */
  conversationIds: readonly string[];
  /** Email addresses of the person. From `contents` on, includes the addresses that they have written from. */
  addresses: readonly string[];
}

/** Erases rows of a feature with code. If a single statement is enough, use `erasedWith` in the policy of the table instead. */
export interface Eraser {
  readonly step: ErasureStep;
  /** The tables that it erases rows of and whose policy says `BY_ERASER`. */
  readonly tables?: readonly string[];
  /** Counts the rows that {@link erase} would delete. */
  count?(subject: ErasureSubject): Promise<ErasedCounts>;
  /** Joins the transaction of the erasure. */
  erase(erasure: Erasure): Promise<ErasedCounts> | Promise<void>;
}
