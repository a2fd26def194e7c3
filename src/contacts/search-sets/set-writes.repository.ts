import { Injectable } from '@nestjs/common';
import { advisoryLock, tryAdvisoryLock } from '../../common/database/advisory-lock';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { DELETE_SETS, LIST_SLOTS, UPSERT_SETS, UPSERT_VERSION } from './set-writes.sql';

/** The tables contact_postings and contact_index_versions: the sets of the index, as indexing writes them. */
@Injectable()
export class SetWritesRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Locks the sets of the workspace for this transaction. Returns false if another transaction has them. */
  lockIfFree(workspaceId: string): Promise<boolean> {
    return tryAdvisoryLock(this.work, lockOf(workspaceId));
  }

  /** Does the same, but waits. */
  lock(workspaceId: string): Promise<void> {
    return advisoryLock(this.work, lockOf(workspaceId));
  }

  /** The stored sets of these terms in one segment, by term. */
  async list(workspaceId: string, segment: number, terms: readonly string[]): Promise<Map<string, Buffer>> {
    const parameters = [workspaceId, segment, terms];
    const rows = await this.work.query<{ term: string; slots: Buffer }>(LIST_SLOTS, parameters);
    return new Map(rows.map(({ term, slots }) => [term, slots]));
  }

  /** Replaces the stored sets. */
  async upsert(
    workspaceId: string,
    segment: number,
    sets: readonly { term: string; cardinality: number; slots: Buffer }[],
  ): Promise<void> {
    let end = 0;
    const starts = sets.map(({ slots }) => (end += slots.length) - slots.length + 1);
    await this.work.query(UPSERT_SETS, [
      workspaceId,
      segment,
      Buffer.concat(sets.map(({ slots }) => slots)),
      sets.map(({ term }) => term),
      sets.map(({ cardinality }) => cardinality),
      starts,
      sets.map(({ slots }) => slots.length),
    ]);
  }

  async delete(workspaceId: string, segment: number, terms: readonly string[]): Promise<void> {
    await this.work.query(DELETE_SETS, [workspaceId, segment, terms]);
  }

  async upsertVersion(workspaceId: string): Promise<void> {
    await this.work.query(UPSERT_VERSION, [workspaceId]);
  }
}

/** The sets of a workspace have no row of their own that could be locked. */
function lockOf(workspaceId: string): string {
  return `contact-sets ${workspaceId}`;
}
