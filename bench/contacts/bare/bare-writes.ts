import { newId } from '../../../src/common/database/uuid';
import { searchText } from '../../../src/contacts/search-text';
import type { Caller } from '../caller';
import type { ContactRow } from '../contact-row';
import type { BareSql } from './bare-sql';
import { RECORD } from './table.sql';

const VISIBLE = `($2::uuid[] IS NULL OR agent_ids = '{}' OR agent_ids && $2)`;

/** The statements that any service needs: no validation, no additional queries. */
export class BareWrites {
  constructor(
    private readonly sql: BareSql,
    private readonly caller: Caller,
  ) {}

  create(row: ContactRow): Promise<unknown> {
    const { agentIds, externalId, name, email, phone, company, locale, timezone, notes, attributes } = row;
    return this.sql.query(
      `INSERT INTO bare.contacts (workspace_id, id, agent_ids, external_id, name, email, phone, company, locale,
         timezone, notes, attributes, search_text)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING ${RECORD}`,
      [
        this.caller.workspaceId,
        newId(),
        agentIds,
        externalId,
        name,
        email,
        phone,
        company,
        locale,
        timezone,
        notes,
      ].concat(JSON.stringify(attributes), searchText(row)),
    );
  }

  /** The contact and its conversations. */
  async read(id: string): Promise<unknown> {
    const { workspaceId, agentIds } = this.caller;
    const values = [workspaceId, agentIds, id];
    await this.sql.query(
      `SELECT ${RECORD} FROM bare.contacts WHERE workspace_id = $1 AND id = $3 AND ${VISIBLE}`,
      values,
    );
    return this.sql.query(
      `SELECT id, agent_id, channel, status, subject, last_message_at, created_at FROM conversations
       WHERE workspace_id = $1 AND contact_id = $3 AND ($2::uuid[] IS NULL OR agent_id = ANY ($2))
       ORDER BY id DESC LIMIT 50`,
      values,
    );
  }

  update(id: string, company: string, text: string): Promise<unknown> {
    return this.sql.query(
      `UPDATE bare.contacts SET company = $4, search_text = $5, updated_at = now()
       WHERE workspace_id = $1 AND id = $3 AND ${VISIBLE} RETURNING ${RECORD}`,
      [this.caller.workspaceId, this.caller.agentIds, id, company, text],
    );
  }
}
