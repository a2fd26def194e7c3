/**
 * The part of a database connection that retrieval needs; a `pg` client or pool fits. The writing functions must be given a
 * connection that is inside a transaction.
 */
export interface Queryable {
  query<Row>(text: string, values: readonly unknown[]): Promise<{ rows: Row[] }>;
}

/** An agent; the tenant key comes first in every table. */
export interface AgentKey {
  readonly workspaceId: string;
  readonly agentId: string;
}
