/**
 * What retrieval needs of a database connection; a `pg` client or pool fits. The writing functions must be given a
 * connection that is inside a transaction.
 */
export interface Queryable {
  query<Row>(text: string, values: readonly unknown[]): Promise<{ rows: Row[] }>;
}

/** The agent whose knowledge is meant; the tenant key comes first in every table. */
export interface AgentKey {
  readonly workspaceId: string;
  readonly agentId: string;
}
