import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import {
  CLAIM_REQUEST,
  COUNT_CHANGES,
  DELETE_CHANGES,
  DELETE_REQUEST,
  LIST_CHANGES,
  LIST_SEQS_OF_DELETED,
  LOCK_CHANGES,
  LOCK_REQUEST,
} from './contact-changes.sql';
import type { IndexedContact } from './terms';

/**
 * A contact to index: its fields as the sets have them (null: not in the sets), and its current fields (null: deleted).
 */
export interface ContactChange {
  seq: number;
  before: IndexedContact | null;
  after: IndexedContact | null;
}

/**
 * The tables contact_changes and contact_index_requests: the changed contacts that are not indexed yet, and the
 * requests to index the changes of a workspace.
 */
@Injectable()
export class ContactChangesRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Makes other processes skip the workspace until the transaction ends. Returns null if there is nothing to do. */
  async claim(): Promise<string | null> {
    const [row] = await this.work.query<{ workspaceId: string }>(CLAIM_REQUEST);
    return row?.workspaceId ?? null;
  }

  /**
   * Ends the request if at most a few changes are left. Returns false if there are more, or if a running transaction is
   * about to add some: it relies on the request (see `contacts_request_index`).
   */
  async release(workspaceId: string): Promise<boolean> {
    const free = await this.work.query(LOCK_REQUEST, [workspaceId]);
    if (free.length === 0) return false;
    // A separate statement, so that it sees all commits before the lock was granted.
    return (await this.work.query(DELETE_REQUEST, [workspaceId])).length > 0;
  }

  /** Locks changes that no other transaction holds. Transactions that change these contacts wait (see the triggers). */
  async listLocked(workspaceId: string, limit: number): Promise<ContactChange[]> {
    const locked = await this.work.query<{ seq: string }>(LOCK_CHANGES, [workspaceId, limit]);
    const seqs = locked.map(({ seq }) => Number(seq));
    // A separate statement, so that it sees all commits before the locks were granted.
    return this.list(workspaceId, seqs);
  }

  /** Changes of contacts that no longer exist: as many as were erased since the last indexing. */
  async listSeqsOfDeleted(workspaceId: string): Promise<number[]> {
    const rows = await this.work.query<{ seq: string }>(LIST_SEQS_OF_DELETED, [workspaceId]);
    return rows.map(({ seq }) => Number(seq));
  }

  /** One row for each contact, in the order of the contacts. */
  async list(workspaceId: string, seqs: readonly number[]): Promise<ContactChange[]> {
    const rows = await this.work.query<{
      seq: string;
      indexedText: string | null;
      indexedAgentIds: string[];
      searchText: string | null;
      agentIds: string[];
    }>(LIST_CHANGES, [workspaceId, seqs]);
    return rows.map(({ seq, indexedText, indexedAgentIds, searchText, agentIds }) => ({
      seq: Number(seq),
      before: indexedText === null ? null : { searchText: indexedText, agentIds: indexedAgentIds },
      after: searchText === null ? null : { searchText, agentIds },
    }));
  }

  async delete(workspaceId: string, seqs: readonly number[]): Promise<void> {
    await this.work.query(DELETE_CHANGES, [workspaceId, seqs]);
  }

  /** Counts up to `limit` only. */
  async count(workspaceId: string, limit: number): Promise<number> {
    const [row] = await this.work.query<{ count: number }>(COUNT_CHANGES, [workspaceId, limit]);
    return row?.count ?? 0;
  }
}
