/**
 * The status of credential `c` under issuer session `s`, by the database's clock at this moment and not at the start of
 * the transaction, which may have waited. The first of expiry and the session's end decides, so a status never changes
 * back. Revoked wins over rotated, because somebody said so.
 */
export const CREDENTIAL_STATUS = `
  CASE
    WHEN c.revoked_at IS NOT NULL THEN 'revoked'
    WHEN c.rotated_at IS NOT NULL THEN 'rotated'
    WHEN s.revoked_at < c.expires_at OR (s.expires_at < c.expires_at AND s.expires_at <= clock_timestamp()) THEN 'invalid'
    WHEN c.expires_at <= clock_timestamp() THEN 'expired'
    ELSE 'active'
  END`;

const HISTORY = `
  (SELECT json_agg(json_build_object('kind', e.kind, 'at', e.at, 'byKind', e.by_kind, 'byId', e.by_id) ORDER BY e.at, e.id)
   FROM account_credential_events e WHERE e.credential_id = c.id)`;

/** A whole credential with its history in one row; fields as in {@link Credential}. */
export const CREDENTIAL_ROW = `
  SELECT c.id, c.account_id AS "accountId", c.issuer_session_id AS "issuerSessionId",
    c.parent_credential_id AS "parentId", c.name, c.secret_prefix AS "secretPrefix", c.audience, c.scopes,
    c.issued_by AS "issuedBy", ${CREDENTIAL_STATUS} AS status, c.created_at AS "createdAt",
    c.updated_at AS "updatedAt", c.expires_at AS "expiresAt", c.last_used_at AS "lastUsedAt",
    c.rotated_at AS "rotatedAt", c.replaces_id AS "replacesId", c.replaced_by_id AS "replacedById",
    c.revoked_at AS "revokedAt", c.revocation_reason AS "revocationReason", coalesce(${HISTORY}, '[]') AS history
  FROM account_credentials c JOIN sessions s ON s.id = c.issuer_session_id`;
