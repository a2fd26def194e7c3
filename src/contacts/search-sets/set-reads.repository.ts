import { Injectable } from '@nestjs/common';
import { SearchPool } from '../../common/database/search-pool';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { FIND_VERSION, LIST_ALL_SEQS_WITH_TEXT, LIST_SEQS_WITH_TEXT, LIST_SETS, PAGE_SETS } from './set-reads.sql';

/** A set of the index, for one term and one segment. */
export interface Posting {
  term: string;
  segment: number;
  slots: Buffer;
}

/** The size of a set; its slots only where they are on the page that is asked for. */
interface CountedPosting {
  segment: number;
  cardinality: number;
  slots: Buffer | null;
}

/** A contact whose sets are not up to date. */
export interface PendingContact {
  seq: number;
  /** Whether the sets say that it belongs to what is asked for. */
  indexed: boolean;
  /** Whether it does. */
  matches: boolean;
}

/** The part of a list that is asked for. */
export interface PageBounds {
  offset: number;
  limit: number;
}

export interface ContactFilter {
  workspaceId: string;
  /** Null: every contact; else the unscoped ones and those of these agents. */
  agentIds: readonly string[] | null;
  /** Folded; null: every contact. */
  search: string | null;
}

interface Row {
  term: string | null;
  segment: number;
  cardinality: number;
  slots: Buffer | null;
  seq: string;
  indexed: boolean;
  matches: boolean;
}

/**
 * The tables contact_postings, contact_changes and contacts as lists and searches read them: what the sets of the index do
 * not say yet comes from the contacts themselves, in the same statement.
 */
@Injectable()
export class SetReadsRepository {
  constructor(
    private readonly work: UnitOfWork,
    private readonly searches: SearchPool,
  ) {}

  /**
   * The sets of `terms`, one for each segment of 32 768 contacts, and the contacts whose sets are out of date. One
   * statement, so both are of one moment.
   */
  async list(
    { workspaceId, agentIds, search }: ContactFilter,
    terms: readonly string[],
  ): Promise<{ postings: Posting[]; pending: PendingContact[] }> {
    const rows = await this.work.prepared<Row>(LIST_SETS, [workspaceId, agentIds, search, terms]);
    return { postings: rows.filter((row): row is Row & Posting => row.term !== null), pending: pendingOf(rows) };
  }

  /** The same for one term, with the slots only of segments that the page may touch. */
  async page(
    { workspaceId, agentIds, search }: ContactFilter,
    term: string,
    { offset, limit }: PageBounds,
  ): Promise<{ postings: CountedPosting[]; pending: PendingContact[] }> {
    const rows = await this.work.prepared<Row>(PAGE_SETS, [workspaceId, agentIds, search, term, offset, limit]);
    return { postings: rows.filter(({ term }) => term !== null), pending: pendingOf(rows) };
  }

  /** Those of the contacts whose text has `search` in it; as many as are given. */
  async listSeqsWithText(workspaceId: string, seqs: readonly number[], search: string): Promise<number[]> {
    const parameters = [workspaceId, seqs, search];
    const rows = await this.searches.prepared<{ seq: string }>(workspaceId, LIST_SEQS_WITH_TEXT, parameters);
    return rows.map(({ seq }) => Number(seq));
  }

  /** All contacts of the workspace whose text has `search` in it, up to every one: in eight bytes each. */
  async listAllSeqsWithText(workspaceId: string, search: string): Promise<number[]> {
    const parameters = [workspaceId, search];
    const [row] = await this.searches.prepared<{ seqs: Buffer | null }>(
      workspaceId,
      LIST_ALL_SEQS_WITH_TEXT,
      parameters,
    );
    const packed = row?.seqs ?? Buffer.alloc(0);
    return Array.from({ length: packed.length / 8 }, (_, at) => Number(packed.readBigInt64BE(at * 8)));
  }

  /** Grows whenever sets change, null until the first ones; what was found with the same version holds for all but the pending contacts. */
  async findVersion(workspaceId: string): Promise<string | null> {
    const [row] = await this.work.prepared<{ version: string }>(FIND_VERSION, [workspaceId]);
    return row?.version ?? null;
  }
}

function pendingOf(rows: readonly Row[]): PendingContact[] {
  return rows
    .filter(({ term }) => term === null)
    .map(({ seq, indexed, matches }) => ({ seq: Number(seq), indexed, matches }));
}
