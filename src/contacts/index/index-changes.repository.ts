import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { IndexedContact } from './terms';

/** A contact to be indexed: what the sets say of it (null: nothing), and how it is now (null: deleted). */
export interface ContactChange {
  seq: number;
  before: IndexedContact | null;
  after: IndexedContact | null;
}

/** What has yet to be indexed: the changed contacts, and the requests to index a workspace's. */
@Injectable()
export class IndexChangesRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Keeps other processes from indexing the same workspace until the transaction ends; null where nothing is to do. */
  async claim(): Promise<string | null> {
    // Any of them, so that one that cannot be released keeps no other waiting.
    const [row] = await this.work.query<{ workspaceId: string }>(
      `SELECT workspace_id AS "workspaceId" FROM contact_index_requests
       ORDER BY random() LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
    );
    return row?.workspaceId ?? null;
  }

  /**
   * Ends the request where no more than a few changes are left. False where there are more, or where a transaction is
   * about to leave some: it relies on the request (see `contacts_request_index`).
   */
  async release(workspaceId: string): Promise<boolean> {
    const free = await this.work.query(
      'SELECT FROM contact_index_requests WHERE workspace_id = $1 FOR UPDATE SKIP LOCKED',
      [workspaceId],
    );
    if (free.length === 0) return false;
    // A statement of its own: it sees what was committed before the lock was granted.
    const released = await this.work.query(
      'DELETE FROM contact_index_requests WHERE workspace_id = $1 AND NOT contacts_index_due($1) RETURNING workspace_id',
      [workspaceId],
    );
    return released.length > 0;
  }

  /** Locks changes that nobody else is making; what changes a contact meanwhile waits (see the triggers). */
  async lock(workspaceId: string, limit: number): Promise<ContactChange[]> {
    const locked = await this.work.query<{ seq: string }>(
      'SELECT seq FROM contact_changes WHERE workspace_id = $1 ORDER BY seq LIMIT $2 FOR UPDATE SKIP LOCKED',
      [workspaceId, limit],
    );
    // A statement of its own: it sees what was committed before the locks were granted.
    return this.of(
      workspaceId,
      locked.map(({ seq }) => Number(seq)),
    );
  }

  /** Changes of contacts that are no more. */
  async ofDeleted(workspaceId: string): Promise<number[]> {
    const rows = await this.work.query<{ seq: string }>(
      `SELECT seq FROM contact_changes p WHERE workspace_id = $1
         AND NOT EXISTS (SELECT FROM contacts c WHERE c.workspace_id = p.workspace_id AND c.seq = p.seq)`,
      [workspaceId],
    );
    return rows.map(({ seq }) => Number(seq));
  }

  /** In the order of the contacts. */
  async of(workspaceId: string, seqs: readonly number[]): Promise<ContactChange[]> {
    const rows = await this.work.query<{
      seq: string;
      indexedText: string | null;
      indexedAgentIds: string[];
      searchText: string | null;
      agentIds: string[];
    }>(
      `SELECT p.seq, p.indexed_text AS "indexedText", p.indexed_agent_ids AS "indexedAgentIds",
         c.search_text AS "searchText", c.agent_ids AS "agentIds"
       FROM contact_changes p LEFT JOIN LATERAL (
         SELECT search_text, agent_ids FROM contacts c
         WHERE c.workspace_id = p.workspace_id AND c.seq = p.seq OFFSET 0
       ) c ON true
       WHERE p.workspace_id = $1 AND p.seq = ANY ($2::bigint[]) ORDER BY p.seq`,
      [workspaceId, seqs],
    );
    return rows.map(({ seq, indexedText, indexedAgentIds, searchText, agentIds }) => ({
      seq: Number(seq),
      before: indexedText === null ? null : { searchText: indexedText, agentIds: indexedAgentIds },
      after: searchText === null ? null : { searchText, agentIds },
    }));
  }

  async forget(workspaceId: string, seqs: readonly number[]): Promise<void> {
    await this.work.query('DELETE FROM contact_changes WHERE workspace_id = $1 AND seq = ANY ($2::bigint[])', [
      workspaceId,
      seqs,
    ]);
  }
}
