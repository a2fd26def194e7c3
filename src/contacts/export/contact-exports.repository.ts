import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { WorkspaceScope } from '../../common/request/principal';
import { FIND_NEWEST_SEQ, PAGE_CONTACTS } from './contact-exports.sql';

export interface ExportPage {
  /** As JSON text, oldest first. */
  contacts: string[];
  /** The seq of the last contact. */
  last: string;
}

/** The table contacts as exports read it: up to a thousand rows at a time, oldest first. */
@Injectable()
export class ContactExportsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** The newest contact's seq. Null if there are no contacts. */
  async findNewestSeq(workspaceId: string): Promise<string | null> {
    const [row] = await this.work.prepared<{ seq: string | null }>(FIND_NEWEST_SEQ, [workspaceId]);
    return row?.seq ?? null;
  }

  /** Contacts after `after`, up to and including `until`; `search` is folded. Null if there are none. */
  async page(
    { workspaceId, agentIds }: WorkspaceScope,
    search: string | null,
    { after, until, most }: { after: string; until: string; most: number },
  ): Promise<ExportPage | null> {
    const parameters = [workspaceId, agentIds, search, after, until, most];
    const rows = await this.work.query<{ contact: string; seq: string }>(PAGE_CONTACTS, parameters);
    const last = rows.at(-1);
    return last ? { contacts: rows.map(({ contact }) => contact), last: last.seq } : null;
  }
}
