import { LookUp } from '../common/database/look-up';
import { counting } from '../common/rate-limit/rate-limit.sql';
import { LIFETIME_SECONDS } from './access-token.entity';

/**
 * By hand: the whole exchange is one statement, so that a token is stored only if the key is valid at that moment and
 * the limit allows it. Hashes are compared under a fresh nonce, so that the duration of the comparison does not depend
 * on them.
 *
 * `$1` key, `$2` nonce, `$3` blinded hash of its secret, `$4` scopes, `$5` all of them, `$6` token id, `$7` audience, `$8` hash
 * of the token, `$9` exchanges per minute (0: no limit).
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
      ${counting({ key: `'token:' || id`, max: '$9', windowSeconds: '60', from: 'FROM granted WHERE $9::bigint > 0' })}
    ), issued AS (
      INSERT INTO access_tokens (id, workspace_id, key_id, audience, scopes, secret_hash, expires_at)
      SELECT $6::uuid, workspace_id, id, $7::text, scopes, $8::bytea, now() + interval '${LIFETIME_SECONDS} seconds'
      FROM granted LEFT JOIN counted ON true WHERE hits IS NULL OR hits <= $9::bigint
    )
    SELECT scopes, hits, reset_seconds AS "resetSeconds" FROM granted LEFT JOIN counted ON true`;

/** By hand: authenticates a client when its request is refused for another reason. `$1` key. */
export const FIND_KEY_SECRET_HASH = 'SELECT secret_hash FROM workspace_keys WHERE id = $1 AND revoked_at IS NULL';

/**
 * By hand: authentication is one prepared statement for each request with a token: it reads the token, the current
 * state of its key and the workspace's plan. `$1` hash of the secret.
 */
export const FIND_LIVE_TOKEN = new LookUp(
  `
    SELECT t.id, t.workspace_id AS "workspaceId", w.plan_id AS "planId", t.key_id AS "keyId", t.audience, t.scopes,
      k.scopes AS "keyScopes", t.expires_at <= now() AS expired, k.revoked_at IS NOT NULL AS "keyRevoked"
    FROM access_tokens t JOIN workspace_keys k ON k.id = t.key_id JOIN workspaces w ON w.id = k.workspace_id
    WHERE t.secret_hash = $1`,
  ['bytea'],
);
