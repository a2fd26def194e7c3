import { Injectable } from '@nestjs/common';
import { pageOf, type PageRequest } from '../common/database/page';
import { UnitOfWork } from '../common/database/unit-of-work';
import { isUuid, newId } from '../common/database/uuid';
import { NotFound } from '../common/errors/domain-error';
import { hashSecret, issueSecret, visiblePrefix } from '../common/secrets/token';
import { CREDENTIAL_ROW } from './credential.sql';
import type { Actor, Credential, CredentialPage, EventKind, NewCredential } from './credential.types';

/** The rows of account credentials. Every statement names the account, so nobody reaches another one's. */
@Injectable()
export class CredentialsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** One statement. 404 for a credential of another account as for one that never existed. */
  async require(accountId: string, id: string): Promise<Credential> {
    const [row] = await this.work.query<Credential>(`${CREDENTIAL_ROW} WHERE c.account_id = $1 AND c.id = $2`, [
      accountId,
      id,
    ]);
    if (!row) throw new NotFound();
    return withDates(row);
  }

  async exists(accountId: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const rows = await this.work.query('SELECT FROM account_credentials WHERE account_id = $1 AND id = $2', [
      accountId,
      id,
    ]);
    return rows.length > 0;
  }

  /** Newest first. One statement, histories included. */
  async page(accountId: string, { limit, cursor }: PageRequest): Promise<CredentialPage> {
    const read = (most: number): Promise<Credential[]> =>
      this.work.query<Credential>(
        `${CREDENTIAL_ROW} WHERE c.account_id = $1 AND ($2::uuid IS NULL OR c.id < $2) ORDER BY c.id DESC LIMIT $3`,
        [accountId, cursor ?? null, most],
      );
    const { rows, nextCursor } = await pageOf(limit, read, ({ id }) => id);
    return { credentials: rows.map(withDates), nextCursor };
  }

  /** Stores a new credential and returns its id with the secret, of which only the hash is kept. */
  async insert(credential: NewCredential, by: Actor, at: Date): Promise<{ id: string; secret: string }> {
    const id = newId();
    const secret = issueSecret('ca_');
    await this.work.query(
      `INSERT INTO account_credentials (id, account_id, issuer_session_id, parent_credential_id, name, secret_hash,
         secret_prefix, audience, scopes, issued_by, expires_at, replaces_id, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)`,
      [
        id,
        credential.accountId,
        credential.issuerSessionId,
        credential.parentId,
        credential.name,
        hashSecret(secret),
        visiblePrefix(secret),
        credential.audience,
        credential.scopes,
        credential.issuedBy,
        credential.expiresAt,
        credential.replacesId,
        at,
      ],
    );
    await this.record([id], 'issued', by, at);
    return { id, secret };
  }

  async update(id: string, { name, scopes, expiresAt }: Credential, at: Date): Promise<void> {
    await this.work.query(
      `UPDATE account_credentials SET name = $2, scopes = $3, expires_at = $4, updated_at = $5 WHERE id = $1`,
      [id, name, scopes, expiresAt, at],
    );
  }

  async markRotated(id: string, replacedById: string, by: Actor, at: Date): Promise<void> {
    await this.work.query(
      'UPDATE account_credentials SET rotated_at = $3, replaced_by_id = $2, updated_at = $3 WHERE id = $1',
      [id, replacedById, at],
    );
    await this.record([id], 'rotated', by, at);
  }

  async markRevoked(ids: readonly string[], reason: string | null, by: Actor, at: Date): Promise<void> {
    await this.work.query(
      `UPDATE account_credentials SET revoked_at = $2, revocation_reason = $3, updated_at = $2 WHERE id = ANY($1)`,
      [ids, at, reason],
    );
    await this.record(ids, 'revoked', by, at);
  }

  /** Adds one event to the history of each credential. */
  async record(ids: readonly string[], kind: EventKind, by: Actor, at: Date): Promise<void> {
    if (ids.length === 0) return;
    await this.work.query(
      `INSERT INTO account_credential_events (id, credential_id, kind, at, by_kind, by_id)
       SELECT event_id, credential_id, $3, $4, $5, $6 FROM unnest($1::uuid[], $2::uuid[]) AS new (event_id, credential_id)`,
      [ids.map(() => newId()), ids, kind, at, by.kind, by.id],
    );
  }
}

/** The history comes as JSON, where instants are text. */
function withDates(row: Credential): Credential {
  return { ...row, history: row.history.map((event) => ({ ...event, at: new Date(event.at) })) };
}
