import { LookUp } from '../common/database/look-up';
import { MEMBERSHIP_COLUMNS, MEMBERSHIP_JOIN } from '../common/auth/membership.sql';

/**
 * The status of credential `c` under issuer session `s`, by the database's current clock: the transaction may have
 * waited since it began. The earlier of expiry and the session's end decides, so a status never changes back. Revoked
 * wins over rotated, because a user decided it.
 */
const STATUS = `
  CASE
    WHEN c.revoked_at IS NOT NULL THEN 'revoked'
    WHEN c.rotated_at IS NOT NULL THEN 'rotated'
    WHEN s.revoked_at < c.expires_at OR (s.expires_at < c.expires_at AND s.expires_at <= clock_timestamp()) THEN 'invalid'
    WHEN c.expires_at <= clock_timestamp() THEN 'expired'
    ELSE 'active'
  END`;

/**
 * By hand: authentication is one prepared statement for each request with a credential. It reads credential, issuer
 * session, account and membership. `$1` hash of the secret, `$2` workspace, null for none.
 */
export const FIND_LIVE_CREDENTIAL = new LookUp(
  `
  SELECT c.id, c.account_id AS "accountId", c.issuer_session_id AS "issuerSessionId", c.scopes, c.audience,
    c.expires_at AS "expiresAt", ${STATUS} AS status, a.email_verified_at IS NOT NULL AS "emailVerified",
    ${MEMBERSHIP_COLUMNS}
  FROM account_credentials c
  JOIN sessions s ON s.id = c.issuer_session_id
  JOIN accounts a ON a.id = c.account_id ${MEMBERSHIP_JOIN}
  WHERE c.secret_hash = $1`,
  ['bytea', 'uuid'],
);

const HISTORY = `
  (SELECT json_agg(json_build_object('kind', e.kind, 'at', e.at, 'byKind', e.by_kind, 'byId', e.by_id) ORDER BY e.at, e.id)
   FROM account_credential_events e WHERE e.credential_id = c.id)`;

/** Fields as in {@link Credential}. */
const CREDENTIAL = `
  SELECT c.id, c.account_id AS "accountId", c.issuer_session_id AS "issuerSessionId",
    c.parent_credential_id AS "parentCredentialId", c.name, c.secret_prefix AS "secretPrefix", c.audience, c.scopes,
    c.issued_by AS "issuedBy", ${STATUS} AS status, c.created_at AS "createdAt",
    c.updated_at AS "updatedAt", c.expires_at AS "expiresAt", c.last_used_at AS "lastUsedAt",
    c.rotated_at AS "rotatedAt", c.replaces_id AS "replacesId", c.replaced_by_id AS "replacedById",
    c.revoked_at AS "revokedAt", c.revocation_reason AS "revocationReason", coalesce(${HISTORY}, '[]') AS history
  FROM account_credentials c JOIN sessions s ON s.id = c.issuer_session_id`;

/** By hand: one statement includes status and history. `$1` account, `$2` credential. */
export const FIND_CREDENTIAL = `${CREDENTIAL} WHERE c.account_id = $1 AND c.id = $2`;

/** By hand, as above. `$1` account, `$2` the last id of the page before, null for the first page, `$3` page size. */
export const PAGE_CREDENTIALS = `
  ${CREDENTIAL} WHERE c.account_id = $1 AND ($2::uuid IS NULL OR c.id < $2) ORDER BY c.id DESC LIMIT $3`;

/** By hand: it goes up the whole lineage. `$1` account, `$2` credential. */
export const LIST_ANCESTORS = `
  WITH RECURSIVE lineage AS (
    SELECT parent_credential_id AS id, 1 AS depth FROM account_credentials
    WHERE account_id = $1 AND id = $2
    UNION ALL
    SELECT c.parent_credential_id, l.depth + 1 FROM account_credentials c JOIN lineage l ON c.id = l.id
  )
  SELECT id FROM lineage WHERE id IS NOT NULL ORDER BY depth`;

/** The active descendants of a credential, at any depth. Inactive ones do not change any more. */
const ACTIVE_DESCENDANTS = `
  WITH RECURSIVE lineage AS (
    SELECT id FROM account_credentials WHERE account_id = $1 AND parent_credential_id = $2
    UNION ALL
    SELECT c.id FROM account_credentials c JOIN lineage l ON c.parent_credential_id = l.id
  ), active AS (
    SELECT c.id, c.scopes FROM lineage JOIN account_credentials c USING (id)
    JOIN sessions s ON s.id = c.issuer_session_id
    WHERE ${STATUS} = 'active'
  )`;

/**
 * By hand: it goes down the whole lineage. `$1` account, `$2` credential, `$3` scopes of which the descendants have
 * none, null for all descendants.
 */
export const LIST_ACTIVE_DESCENDANTS = `
  ${ACTIVE_DESCENDANTS} SELECT id FROM active WHERE $3::text[] IS NULL OR NOT scopes && $3::text[]`;

/**
 * By hand: it goes down the whole lineage. `$1` account, `$2` credential, `$3` the scopes that they may keep, `$4` the
 * latest end, `$5` time of the change.
 */
export const NARROW_ACTIVE_DESCENDANTS = `
  ${ACTIVE_DESCENDANTS}, narrowed AS (
    UPDATE account_credentials c SET
      scopes = ARRAY(SELECT scope FROM unnest(c.scopes) AS scope WHERE scope = ANY($3::text[])),
      expires_at = least(c.expires_at, $4),
      updated_at = $5
    FROM active WHERE c.id = active.id AND (NOT c.scopes <@ $3::text[] OR c.expires_at > $4)
    RETURNING c.id
  )
  SELECT id FROM narrowed`;

/**
 * By hand: a bulk write, as a lineage may be long. `$1` ids of the events, `$2` credentials, one for each, `$3` kind,
 * `$4` time, `$5` kind and `$6` id of the actor.
 */
export const APPEND_EVENTS = `
  INSERT INTO account_credential_events (id, credential_id, kind, at, by_kind, by_id)
  SELECT event_id, credential_id, $3, $4, $5, $6 FROM unnest($1::uuid[], $2::uuid[]) AS new (event_id, credential_id)`;
