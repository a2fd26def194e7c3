import { instant } from '../common/database/instant.sql';
import { shownAgentsSql, visibleSql } from './contact-visibility';

/**
 * Contacts as a reader with access to `agents` sees them, one column for each field. PostgreSQL makes the JSON, so that
 * a list needs no mapping here. Leaves out the contact's other agents.
 */
export const selectContacts = (agents: string): string => `
  SELECT c.id, c.workspace_id AS "workspaceId",
    ${shownAgentsSql(agents, 'c.agent_ids')} AS "agentIds",
    c.external_id AS "externalId", c.name, c.email, c.phone, c.company, c.locale, c.timezone, c.notes, c.attributes,
    c.blocked, ${instant('c.last_seen_at')} AS "lastSeenAt", ${instant('c.created_at')} AS "createdAt",
    ${instant('c.updated_at')} AS "updatedAt"
  FROM contacts c`;

/**
 * By hand: PostgreSQL makes the JSON. `$1` workspace, `$2` agents of the reader, `$3` contact. Returns no row if the
 * reader does not see the contact.
 */
export const FIND_CONTACT = `
  SELECT row_to_json(r) AS contact
  FROM (${selectContacts('$2')} WHERE c.workspace_id = $1 AND c.id = $3 AND ${visibleSql('$2', 'c.agent_ids')}) r`;

/**
 * By hand: a hot list, with JSON made by PostgreSQL. `$1` workspace, `$2` agents of the reader, `$3` seqs of contacts.
 * Returns one row: the array as text, newest first. Leaves out contacts that have become invisible since their seqs
 * were found.
 */
export const LIST_CONTACTS = `
  SELECT coalesce(json_agg(r)::text, '[]') AS contacts FROM (
    ${selectContacts('$2')}
    WHERE c.workspace_id = $1 AND c.seq = ANY ($3::bigint[]) AND ${visibleSql('$2', 'c.agent_ids')} ORDER BY c.seq DESC
  ) r`;

/** By hand: lists of conversations wait for it. `$1` workspace, `$2` agents of the reader, `$3` contacts. */
export const LIST_NAMED_CONTACTS = `
  SELECT c.id, c.name, c.email, c.blocked FROM contacts c
  WHERE c.workspace_id = $1 AND c.id = ANY ($3::uuid[]) AND ${visibleSql('$2', 'c.agent_ids')}`;

/** By hand: every request below a contact's path runs it. `$1` workspace, `$2` agents of the reader, `$3` contact. */
export const EXISTS_CONTACT = `
  SELECT FROM contacts c WHERE c.workspace_id = $1 AND c.id = $3 AND ${visibleSql('$2', 'c.agent_ids')}`;
