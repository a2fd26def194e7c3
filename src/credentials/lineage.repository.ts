import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { CREDENTIAL_STATUS } from './credential.sql';
import { CredentialsRepository } from './credentials.repository';
import type { Actor, Credential } from './credential.types';

/** The active ones of all that descend from credential `$1`, at any depth: what is past stays as it ended. */
const ACTIVE_DESCENDANTS = `
  WITH RECURSIVE lineage AS (
    SELECT id FROM account_credentials WHERE parent_credential_id = $1
    UNION ALL
    SELECT c.id FROM account_credentials c JOIN lineage l ON c.parent_credential_id = l.id
  ), active AS (
    SELECT c.id, c.scopes FROM lineage JOIN account_credentials c USING (id)
    JOIN sessions s ON s.id = c.issuer_session_id
    WHERE ${CREDENTIAL_STATUS} = 'active'
  )`;

/**
 * Who issued whom. What a machine issued never outlives and never outreaches it: a change to a credential reaches its
 * descendants in the same transaction, so that authentication can go by one row alone.
 */
@Injectable()
export class LineageRepository {
  constructor(
    private readonly work: UnitOfWork,
    private readonly credentials: CredentialsRepository,
  ) {}

  /**
   * Lets one transaction at a time change the credentials of an account; held to its end. With one lock for a whole
   * family there is no order to get wrong, and no child can be born while its parent, or a parent of that, is dying.
   */
  async lock(accountId: string): Promise<void> {
    await this.work.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `account-credentials:${accountId}`,
    ]);
  }

  /** The ids of the credentials that a credential descends from, nearest first. */
  async ancestors(id: string): Promise<string[]> {
    const rows = await this.work.query<{ id: string }>(
      `WITH RECURSIVE lineage AS (
         SELECT parent_credential_id AS id, 1 AS depth FROM account_credentials WHERE id = $1
         UNION ALL
         SELECT c.parent_credential_id, l.depth + 1 FROM account_credentials c JOIN lineage l ON c.id = l.id
       )
       SELECT id FROM lineage WHERE id IS NOT NULL ORDER BY depth`,
      [id],
    );
    return rows.map((row) => row.id);
  }

  /** Revokes every active descendant. */
  async revokeDescendants(id: string, reason: string, by: Actor, at: Date): Promise<void> {
    const rows = await this.work.query<{ id: string }>(`${ACTIVE_DESCENDANTS} SELECT id FROM active`, [id]);
    await this.revoke(rows, reason, by, at);
  }

  /** Takes from every active descendant what its ancestor lost; one that keeps no scope at all is revoked. */
  async narrowDescendants({ id, scopes, expiresAt }: Credential, by: Actor, at: Date): Promise<void> {
    const stripped = await this.work.query<{ id: string }>(
      `${ACTIVE_DESCENDANTS} SELECT id FROM active WHERE NOT scopes && $2::text[]`,
      [id, scopes],
    );
    await this.revoke(stripped, 'The parent credential lost its scopes.', by, at);
    const [narrowed] = await this.work.query<{ ids: string[] | null }>(
      `${ACTIVE_DESCENDANTS}, narrowed AS (
         UPDATE account_credentials c SET
           scopes = ARRAY(SELECT scope FROM unnest(c.scopes) AS scope WHERE scope = ANY($2::text[])),
           expires_at = least(c.expires_at, $3),
           updated_at = $4
         FROM active WHERE c.id = active.id AND (NOT c.scopes <@ $2::text[] OR c.expires_at > $3)
         RETURNING c.id
       )
       SELECT array_agg(id::text) AS ids FROM narrowed`,
      [id, scopes, expiresAt, at],
    );
    await this.credentials.record(narrowed?.ids ?? [], 'narrowed', by, at);
  }

  private async revoke(rows: readonly { id: string }[], reason: string, by: Actor, at: Date): Promise<void> {
    if (rows.length === 0) return;
    const ids = rows.map((row) => row.id);
    await this.credentials.markRevoked(ids, reason, by, at);
  }
}
