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

/** The size of a set. Has slots only if the page needs them. */
interface CountedPosting {
  segment: number;
  cardinality: number;
  slots: Buffer | null;
}

/** A contact that is not indexed yet. */
export interface PendingContact {
  seq: number;
  /** Whether it belongs to the result according to the sets. */
  indexed: boolean;
  /** Whether it belongs to the result now. */
  matches: boolean;
}

/** The requested part of a list. */
export interface PageBounds {
  offset: number;
  limit: number;
}

export interface ContactFilter {
  workspaceId: string;
  /** Null: every contact. Otherwise the contacts without agents and those of these agents. */
  agentIds: readonly string[] | null;
  /** Folded. Null: every contact. */
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
 * The tables contact_postings, contact_changes and contacts as lists and searches read them. Contacts that are not
 * indexed yet are read from their own table, in the same statement.
 */
@Injectable()
export class SetReadsRepository {
  constructor(
    private readonly work: UnitOfWork,
    private readonly searches: SearchPool,
  ) {}

  /**
   * The sets of `terms`, one for each segment of 32,768 contacts, and the contacts that are not indexed yet. One
   * statement, so that both are from the same moment.
   */
  async list(
    { workspaceId, agentIds, search }: ContactFilter,
    terms: readonly string[],
  ): Promise<{ postings: Posting[]; pending: PendingContact[] }> {
    const rows = await this.work.prepared<Row>(LIST_SETS, [workspaceId, agentIds, search, terms]);
    return { postings: rows.filter((row): row is Row & Posting => row.term !== null), pending: pendingOf(rows) };
  }

  /** Does the same for one term, with slots only for segments that the page may touch. */
  async page(
    { workspaceId, agentIds, search }: ContactFilter,
    term: string,
    { offset, limit }: PageBounds,
  ): Promise<{ postings: CountedPosting[]; pending: PendingContact[] }> {
    const rows = await this.work.prepared<Row>(PAGE_SETS, [workspaceId, agentIds, search, term, offset, limit]);
    return { postings: rows.filter(({ term }) => term !== null), pending: pendingOf(rows) };
  }

  /** The contacts whose text contains `search`. At most as many as were passed. */
  async listSeqsWithText(workspaceId: string, seqs: readonly number[], search: string): Promise<number[]> {
    const parameters = [workspaceId, seqs, search];
    const rows = await this.searches.prepared<{ seq: string }>(workspaceId, LIST_SEQS_WITH_TEXT, parameters);
    return rows.map(({ seq }) => Number(seq));
  }

  /** All contacts of the workspace whose text contains `search`. Takes eight bytes for each. */
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

  /**
   * A number that grows with each change of the sets. Null before the first change. A result with the same version is
   * valid for all contacts except the pending ones.
   */
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
