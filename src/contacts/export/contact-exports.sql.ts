import { visibleSql } from '../contact-visibility';
import { selectContacts } from '../contacts.sql';

/** Prepared, and zero where there is none. */
export const FIND_NEWEST_SEQ = 'SELECT coalesce(max(seq), 0) AS seq FROM contacts WHERE workspace_id = $1';

/** As JSON that PostgreSQL writes: a file may have a million of them. */
export const PAGE_CONTACTS = `
  SELECT row_to_json(r)::text AS contact, p.seq FROM (
    SELECT seq FROM contacts c
    WHERE c.workspace_id = $1 AND c.seq > $4 AND c.seq <= $5 AND ${visibleSql('$2', 'c.agent_ids')}
      AND ($3::text IS NULL OR strpos(c.search_text, $3) > 0)
    ORDER BY c.seq LIMIT $6
  ) p CROSS JOIN LATERAL (${selectContacts('$2')} WHERE c.workspace_id = $1 AND c.seq = p.seq) r ORDER BY p.seq`;
