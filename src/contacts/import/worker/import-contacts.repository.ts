import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { newId } from '../../../common/database/uuid';
import type { WorkspaceScope } from '../../../common/request/principal';
import { visibleSql } from '../../contact-visibility';
import type { Contact } from '../../contact.entity';
import type { NewContact } from '../../contacts.repository';
import { type Finding, type ImportKey, MOST_REPORTED } from '../contact-import.types';

/** A contact that rows of a batch may be about, locked. */
export interface FoundContact extends NewContact {
  seq: string;
  /** Whether the importing member sees it. */
  visible: boolean;
}

/** What rows are recognised by. */
export interface Identities {
  externalIds: readonly string[];
  /** Of rows with an externalId: a contact that has none yet may be meant. */
  emailsBeside: readonly string[];
  /** Of rows without an externalId. */
  emailsAlone: readonly string[];
}

/** Columns as fields, and their types; both ways, each once. Arrays of arrays would have to be of one length: `text`. */
const COLUMNS: readonly [column: string, field: keyof NewContact, type: string][] = [
  ['agent_ids', 'agentIds', 'text'],
  ['external_id', 'externalId', 'text'],
  ['name', 'name', 'text'],
  ['email', 'email', 'text'],
  ['phone', 'phone', 'text'],
  ['company', 'company', 'text'],
  ['locale', 'locale', 'text'],
  ['timezone', 'timezone', 'text'],
  ['notes', 'notes', 'text'],
  ['attributes', 'attributes', 'jsonb'],
  ['blocked', 'blocked', 'boolean'],
  ['search_text', 'searchText', 'text'],
];
const NAMES = COLUMNS.map(([column]) => column).join(', ');
/** Rows of all columns after `key`, from an array for each, which `$2` begins: PostgreSQL reads JSON at twice the cost. */
const rowsBy = (key: string, type: string): string =>
  `unnest($2::${type}[], ${COLUMNS.map(([, , type], index) => `$${index + 3}::${type}[]`).join(', ')})
   WITH ORDINALITY AS r (${key}, ${NAMES}, n)`;
const valueOf = (column: string): string => (column === 'agent_ids' ? 'r.agent_ids::uuid[]' : `r.${column}`);
const VALUES = COLUMNS.map(([column]) => valueOf(column)).join(', ');
const SELECTED = COLUMNS.map(([column, field]) => `c.${column} AS "${field}"`).join(', ');
const CHANGES = COLUMNS.map(([column]) => `${column} = ${valueOf(column)}`).join(', ');

/** Contacts by the thousand. */
@Injectable()
export class ImportContactsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /**
   * The contacts with these externalIds, and of each email the oldest that the member sees; locked, oldest first, as
   * everybody locks who locks several. Two statements where there are any.
   */
  async find(scope: WorkspaceScope, identities: Identities): Promise<FoundContact[]> {
    const seqs = await this.seqsOf(scope, identities);
    if (seqs.length === 0) return [];
    return this.work.query<FoundContact>(
      `SELECT c.workspace_id AS "workspaceId", c.seq, ${SELECTED}, ${visibleSql('$2', 'c.agent_ids')} AS visible
       FROM contacts c WHERE c.workspace_id = $1 AND c.seq = ANY ($3::bigint[])
       ORDER BY c.seq FOR NO KEY UPDATE OF c`,
      [scope.workspaceId, scope.agentIds, seqs],
    );
  }

  private async seqsOf(
    { workspaceId, agentIds }: WorkspaceScope,
    { externalIds, emailsBeside, emailsAlone }: Identities,
  ): Promise<string[]> {
    // OFFSET 0: each is looked up by its key. Statistics lag behind an import, and lead to plans that read everything.
    const oldest = (emails: string, more: string): string => `
      SELECT min(c.seq) AS seq FROM unnest(${emails}::text[]) AS e (email) CROSS JOIN LATERAL (
        SELECT seq FROM contacts c
        WHERE c.workspace_id = $1 AND c.email = e.email AND ${more} ${visibleSql('$2', 'c.agent_ids')} OFFSET 0
      ) c GROUP BY e.email`;
    const rows = await this.work.query<{ seq: string }>(
      `SELECT c.seq FROM unnest($3::text[]) AS e (id) CROSS JOIN LATERAL (
         SELECT seq FROM contacts c WHERE c.workspace_id = $1 AND c.external_id = e.id OFFSET 0
       ) c
       UNION ${oldest('$4', 'c.external_id IS NULL AND')} UNION ${oldest('$5', '')}`,
      [workspaceId, agentIds, externalIds, emailsBeside, emailsAlone],
    );
    return rows.map(({ seq }) => seq);
  }

  /** In this order, which is then the order of creation. */
  async insert(workspaceId: string, contacts: readonly NewContact[]): Promise<void> {
    if (contacts.length === 0) return;
    await this.work.query(
      `INSERT INTO contacts (workspace_id, id, ${NAMES})
       SELECT $1, r.id, ${VALUES} FROM ${rowsBy('id', 'uuid')} ORDER BY r.n`,
      [workspaceId, contacts.map(() => newId()), ...columnsOf(contacts)],
    );
  }

  async update(workspaceId: string, contacts: readonly (NewContact & Pick<Contact, 'seq'>)[]): Promise<void> {
    if (contacts.length === 0) return;
    await this.work.query(
      `UPDATE contacts c SET ${CHANGES}, updated_at = now()
       FROM ${rowsBy('seq', 'bigint')} WHERE c.workspace_id = $1 AND c.seq = r.seq`,
      [workspaceId, contacts.map(({ seq }) => seq), ...columnsOf(contacts)],
    );
  }

  /** Up to {@link MOST_REPORTED} of an import; these are counted in it already. */
  async refuse({ workspaceId, id }: ImportKey, refusals: readonly (Finding & { row: number })[]): Promise<void> {
    if (refusals.length === 0) return;
    await this.work.query(
      `INSERT INTO contact_import_refusals (workspace_id, import_id, row, code, path, message)
       SELECT $1, $2, r.* FROM json_to_recordset($3::json) AS r (row int, code text, path text, message text)
       ORDER BY r.row LIMIT greatest(0, ${MOST_REPORTED} - (
         SELECT refused - $4 FROM contact_imports WHERE workspace_id = $1 AND id = $2
       ))`,
      [workspaceId, id, JSON.stringify(refusals), refusals.length],
    );
  }
}

function columnsOf(contacts: readonly NewContact[]): unknown[][] {
  return COLUMNS.map(([, field]) => contacts.map((contact) => elementOf(contact[field])));
}

function elementOf(value: NewContact[keyof NewContact]): string | boolean | null {
  if (Array.isArray(value)) return `{${value.join(',')}}`;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
