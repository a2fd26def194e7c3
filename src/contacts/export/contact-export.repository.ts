import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { WorkspaceScope } from '../../common/request/principal';
import { visibleSql } from '../contact-visibility';
import { selectContacts } from '../contacts.sql';

export interface ExportPage {
  /** Records as JSON text, oldest first. */
  records: string[];
  /** The last one's seq. */
  last: string;
}

/** Contacts by the thousand, oldest first. */
@Injectable()
export class ContactExportRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** The newest contact's seq; an export ends there, however many are made meanwhile. */
  async newest(workspaceId: string): Promise<string> {
    const [row] = await this.work.prepared<{ seq: string }>(
      'SELECT coalesce(max(seq), 0) AS seq FROM contacts WHERE workspace_id = $1',
      [workspaceId],
    );
    return row?.seq ?? '0';
  }

  /** Contacts past `after` and up to `until`; `search` is folded. Null where there are none. */
  async page(
    { workspaceId, agentIds }: WorkspaceScope,
    search: string | null,
    { after, until, most }: { after: string; until: string; most: number },
  ): Promise<ExportPage | null> {
    const rows = await this.work.query<{ record: string; seq: string }>(
      `SELECT row_to_json(r)::text AS record, p.seq FROM (
         SELECT seq FROM contacts c
         WHERE c.workspace_id = $1 AND c.seq > $4 AND c.seq <= $5 AND ${visibleSql('$2', 'c.agent_ids')}
           AND ($3::text IS NULL OR strpos(c.search_text, $3) > 0)
         ORDER BY c.seq LIMIT $6
       ) p CROSS JOIN LATERAL (${selectContacts('$2')} WHERE c.workspace_id = $1 AND c.seq = p.seq) r ORDER BY p.seq`,
      [workspaceId, agentIds, search, after, until, most],
    );
    const last = rows.at(-1);
    return last ? { records: rows.map(({ record }) => record), last: last.seq } : null;
  }
}
