import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { WorkspaceScope } from '../../common/request/principal';
import { FIND_NEWEST_SEQ, PAGE_CONTACTS } from './contact-export.sql';

export interface ExportPage {
  /** As JSON text, oldest first. */
  contacts: string[];
  /** The last one's seq. */
  last: string;
}

/** Contacts by the thousand, oldest first. */
@Injectable()
export class ContactExportRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** The newest contact's seq; an export ends there, however many are made meanwhile. */
  async findNewestSeq(workspaceId: string): Promise<string> {
    const [row] = await this.work.prepared<{ seq: string }>(FIND_NEWEST_SEQ, [workspaceId]);
    return row?.seq ?? '0';
  }

  /** Contacts past `after` and up to `until`; `search` is folded. Null where there are none. */
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
