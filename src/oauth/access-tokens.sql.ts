/** Seconds that a token is good for. */
export const LIFETIME_SECONDS = 3600;

/**
 * The whole exchange: checks the key, counts the exchange and stores the token, so that a token is stored if and only if
 * the count allows it. $1 key, $2 nonce, $3 blinded hash of its secret, $4 scopes, $5 all of them, $6 token id,
 * $7 audience, $8 hash of the token, $9 exchanges in a minute (0: no limit).
 *
 * Hashes are compared under a fresh nonce, so that the time of the comparison tells nothing about them. The counting is
 * that of RateLimiter, for a key that this statement finds.
 */
export const EXCHANGE = `
    WITH client AS (
      SELECT id, workspace_id, ARRAY(SELECT scope FROM unnest($4::text[]) scope WHERE scope = ANY (k.scopes)) AS scopes
      FROM workspace_keys k
      WHERE id = $1::uuid AND revoked_at IS NULL AND sha256(secret_hash || $2::bytea) = $3::bytea
    ), granted AS (
      SELECT * FROM client
      WHERE cardinality(scopes) > 0 AND (NOT $5::boolean OR cardinality(scopes) = cardinality($4::text[]))
    ), counted AS (
      INSERT INTO rate_limits AS r (key, hits, window_ends_at)
      SELECT 'token:' || id, 1, now() + interval '60 seconds' FROM granted WHERE $9::bigint > 0
      ON CONFLICT (key) DO UPDATE SET
        hits = CASE WHEN r.window_ends_at <= now() THEN 1 ELSE least(r.hits, $9::bigint) + 1 END,
        window_ends_at = CASE WHEN r.window_ends_at <= now() THEN excluded.window_ends_at ELSE r.window_ends_at END
      RETURNING hits::double precision AS hits, greatest(1, ceil(extract(epoch FROM window_ends_at - now())))::int AS reset_seconds
    ), issued AS (
      INSERT INTO access_tokens (id, workspace_id, key_id, audience, scopes, secret_hash, expires_at)
      SELECT $6::uuid, workspace_id, id, $7::text, scopes, $8::bytea, now() + interval '${LIFETIME_SECONDS} seconds'
      FROM granted LEFT JOIN counted ON true WHERE hits IS NULL OR hits <= $9::bigint
    )
    SELECT scopes, hits, reset_seconds AS "resetSeconds" FROM granted LEFT JOIN counted ON true`;

export const SECRET_HASH = 'SELECT secret_hash FROM workspace_keys WHERE id = $1 AND revoked_at IS NULL';

export const LIVE = `
    SELECT t.id, t.workspace_id AS "workspaceId", w.plan_id AS "planId", t.key_id AS "keyId", t.audience, t.scopes,
      k.scopes AS "keyScopes", t.expires_at <= now() AS expired, k.revoked_at IS NOT NULL AS "keyRevoked"
    FROM access_tokens t JOIN workspace_keys k ON k.id = t.key_id JOIN workspaces w ON w.id = k.workspace_id
    WHERE t.secret_hash = $1`;
