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

/** A contact to be indexed: what the sets say of it (null: nothing), and how it is now (null: deleted). */
export interface ContactChange {
  seq: number;
  before: IndexedContact | null;
  after: IndexedContact | null;
}

/** The tables contact_changes and contact_index_requests, what has yet to be indexed: the changed contacts, and the requests to index a workspace's. */
@Injectable()
export class ContactChangesRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Keeps other processes from indexing the same workspace until the transaction ends; null where nothing is to do. */
  async claim(): Promise<string | null> {
    const [row] = await this.work.query<{ workspaceId: string }>(CLAIM_REQUEST);
    return row?.workspaceId ?? null;
  }

  /**
   * Ends the request where no more than a few changes are left. False where there are more, or where a transaction is
   * about to leave some: it relies on the request (see `contacts_request_index`).
   */
  async release(workspaceId: string): Promise<boolean> {
    const free = await this.work.query(LOCK_REQUEST, [workspaceId]);
    if (free.length === 0) return false;
    // A statement of its own: it sees what was committed before the lock was granted.
    return (await this.work.query(DELETE_REQUEST, [workspaceId])).length > 0;
  }

  /** Locks changes that nobody else is making; what changes a contact meanwhile waits (see the triggers). */
  async listLocked(workspaceId: string, limit: number): Promise<ContactChange[]> {
    const locked = await this.work.query<{ seq: string }>(LOCK_CHANGES, [workspaceId, limit]);
    const seqs = locked.map(({ seq }) => Number(seq));
    // A statement of its own: it sees what was committed before the locks were granted.
    return this.list(workspaceId, seqs);
  }

  /** Changes of contacts that are no more: as many as were erased since the last indexing. */
  async listSeqsOfDeleted(workspaceId: string): Promise<number[]> {
    const rows = await this.work.query<{ seq: string }>(LIST_SEQS_OF_DELETED, [workspaceId]);
    return rows.map(({ seq }) => Number(seq));
  }

  /** As many as are given, in the order of the contacts. */
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

  /** Up to `limit`: counts no further. */
  async count(workspaceId: string, limit: number): Promise<number> {
    const [row] = await this.work.query<{ count: number }>(COUNT_CHANGES, [workspaceId, limit]);
    return row?.count ?? 0;
  }
}
