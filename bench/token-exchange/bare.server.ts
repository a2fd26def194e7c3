import express from 'express';
import { issueSecret, hashSecret } from '../../src/common/secrets/token';
import { newId } from '../../src/common/database/uuid';
import { peer } from '../support/peer';

/** Checks the key and stores the token in one statement: the minimum of a token endpoint on PostgreSQL. */
const EXCHANGE = `
  INSERT INTO access_tokens (id, workspace_id, key_id, audience, scopes, secret_hash, expires_at)
  SELECT $3, k.workspace_id, k.id, 'rest', k.scopes, $4, now() + interval '1 hour'
  FROM workspace_keys k WHERE k.id = $1 AND k.secret_hash = $2 AND k.revoked_at IS NULL
  RETURNING scopes`;

const { app, pool, listen } = peer();

app.post('/api/v1/oauth/token', express.urlencoded({ extended: false }), async (request, response) => {
  const body = request.body as { grant_type?: string };
  const [id = '', secret = ''] = decoded(request.headers.authorization).split(':');
  if (body.grant_type !== 'client_credentials') return response.status(400).json({ error: 'unsupported_grant_type' });
  const token = issueSecret('ct_');
  const values = [id, hashSecret(secret), newId(), hashSecret(token)];
  const { rows } = await pool.query<{ scopes: string[] }>({ name: 'exchange', text: EXCHANGE, values });
  if (!rows[0]) return response.status(401).json({ error: 'invalid_client' });
  const scope = rows[0].scopes.join(' ');
  response.set('Cache-Control', 'no-store');
  return response.json({ access_token: token, token_type: 'Bearer', expires_in: 3600, scope });
});

listen();

function decoded(header: string | undefined): string {
  return Buffer.from((header ?? '').replace(/^Basic /, ''), 'base64').toString();
}
