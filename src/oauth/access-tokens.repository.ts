import { Injectable } from '@nestjs/common';
import { newId } from '../common/database/uuid';
import type { KeyScope } from '../common/operations/access';
import { COUNT_CALL } from '../common/rate-limit/rate-limiter';
import type { Audience } from './granted-scopes';
import { type Prepared, PreparedStatements } from './prepared-statements';

/** Seconds that a token is good for (fixed by the specification). */
export const LIFETIME_SECONDS = 3600;

export interface ClientKey {
  id: string;
  workspaceId: string;
  scopes: KeyScope[];
  secretHash: Buffer;
}

export interface NewToken {
  key: ClientKey;
  audience: Audience;
  scopes: readonly KeyScope[];
  secretHash: Buffer;
}

/** Where the exchanges of a key stand in their window. */
export interface Window {
  hits: number;
  resetSeconds: number;
}

export interface LiveToken {
  id: string;
  workspaceId: string;
  planId: string;
  keyId: string;
  audience: Audience;
  scopes: KeyScope[];
  keyScopes: KeyScope[];
  expired: boolean;
  keyRevoked: boolean;
}

const COLUMNS = 'access_tokens (id, workspace_id, key_id, audience, scopes, secret_hash, expires_at)';
const EXPIRY = `now() + interval '${LIFETIME_SECONDS} seconds'`;

const CLIENT: Prepared = {
  name: 'oauth.client',
  text: `SELECT id, workspace_id AS "workspaceId", scopes, secret_hash AS "secretHash"
    FROM workspace_keys WHERE id = $1 AND revoked_at IS NULL`,
};

const INSERT: Prepared = {
  name: 'oauth.insert',
  text: `INSERT INTO ${COLUMNS} VALUES ($1, $2, $3, $4, $5, $6, ${EXPIRY})`,
};

/** Counts the exchange and inserts the token if it is not one too many: exact, because both happen or neither. */
const COUNT_AND_INSERT: Prepared = {
  name: 'oauth.count-and-insert',
  text: `
    WITH counted AS (${COUNT_CALL}), issued AS (
      INSERT INTO ${COLUMNS}
      SELECT $4::uuid, $5::uuid, $6::uuid, $7::text, $8::text[], $9::bytea, ${EXPIRY} FROM counted WHERE hits <= $2::int
    )
    SELECT hits, reset_seconds AS "resetSeconds" FROM counted`,
};

const LIVE: Prepared = {
  name: 'oauth.live',
  text: `SELECT t.id, t.workspace_id AS "workspaceId", w.plan_id AS "planId", t.key_id AS "keyId", t.audience, t.scopes,
      k.scopes AS "keyScopes", t.expires_at <= now() AS expired, k.revoked_at IS NOT NULL AS "keyRevoked"
    FROM access_tokens t JOIN workspace_keys k ON k.id = t.key_id JOIN workspaces w ON w.id = k.workspace_id
    WHERE t.secret_hash = $1`,
};

/** The table access_tokens, and what it needs of workspace_keys: each method is one statement. */
@Injectable()
export class AccessTokensRepository {
  constructor(private readonly statements: PreparedStatements) {}

  /** The key that is this OAuth client, unless it is revoked. `id` must be a UUID. */
  async client(id: string): Promise<ClientKey | null> {
    const [key] = await this.statements.rows<ClientKey>(CLIENT, [id]);
    return key ?? null;
  }

  async insert(token: NewToken): Promise<void> {
    await this.statements.rows(INSERT, row(token));
  }

  /** Inserts nothing where `hits` of the answer is above `max`. */
  async insertWithin(max: number, token: NewToken): Promise<Window> {
    const counted = [`token:${token.key.id}`, max, 60];
    const [window] = await this.statements.rows<Window>(COUNT_AND_INSERT, [...counted, ...row(token)]);
    if (!window) throw new Error('The token statement returned no row');
    return window;
  }

  /** With its key as it is now; null where the token is unknown. */
  async live(secretHash: Buffer): Promise<LiveToken | null> {
    const [token] = await this.statements.rows<LiveToken>(LIVE, [secretHash]);
    return token ?? null;
  }
}

function row({ key, audience, scopes, secretHash }: NewToken): unknown[] {
  return [newId(), key.workspaceId, key.id, audience, scopes, secretHash];
}
