import { visibleSql } from '../contact-visibility';
import { selectContacts } from '../contacts.sql';

/** By hand: an aggregate, prepared. `$1` workspace. */
export const FIND_NEWEST_SEQ = 'SELECT max(seq) AS seq FROM contacts WHERE workspace_id = $1';

/**
 * By hand: PostgreSQL writes the JSON, as a file can have a million contacts. `$1` workspace, `$2` agents of the
 * reader, `$3` folded search or null, `$4` seq to start after, `$5` seq to end at, `$6` limit.
 */
export const PAGE_CONTACTS = `
  SELECT row_to_json(r)::text AS contact, p.seq FROM (
    SELECT seq FROM contacts c
    WHERE c.workspace_id = $1 AND c.seq > $4 AND c.seq <= $5 AND ${visibleSql('$2', 'c.agent_ids')}
      AND ($3::text IS NULL OR strpos(c.search_text, $3) > 0)
    ORDER BY c.seq LIMIT $6
  ) p CROSS JOIN LATERAL (${selectContacts('$2')} WHERE c.workspace_id = $1 AND c.seq = p.seq) r ORDER BY p.seq`;
