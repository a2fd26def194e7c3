/** SQL for the id, or for the hash of the secret, of a table's row number `n`: a column or a number. */
export const idOf = (table: string, n: string | number): string => `md5('${table}' || ${n})::uuid`;
export const secretOf = (table: string, n: string | number): string => `sha256(('${table}' || ${n})::bytea)`;

const number = (table: string): string => idOf(table, 'n');
const secret = (table: string): string => secretOf(table, 'n');
const FROM = 'FROM generate_series(1, $1::int) AS n';

/**
 * Fills the tables of hot statements with `$1` rows each: one account, session, credential, workspace, member, key and
 * token for each number, and 20 agents for each twentieth workspace.
 */
export const FILL: readonly string[] = [
  `INSERT INTO accounts (id, email, name, email_verified_at)
   SELECT ${number('account')}, n || '@example.com', 'Person', now() ${FROM}`,
  `INSERT INTO sessions (id, account_id, secret_hash, expires_at)
   SELECT ${number('session')}, ${number('account')}, ${secret('session')}, now() + interval '1 day' ${FROM}`,
  `INSERT INTO account_credentials
     (id, account_id, issuer_session_id, name, secret_hash, secret_prefix, audience, scopes, issued_by, expires_at)
   SELECT ${number('credential')}, ${number('account')}, ${number('session')}, 'plans', ${secret('credential')}, 'ca_0000',
     'rest', '{workspaces:read}', 'session', now() + interval '1 hour' ${FROM}`,
  `INSERT INTO workspaces (id, owner_account_id, name, name_key)
   SELECT ${number('workspace')}, ${number('account')}, 'Plans', 'plans' ${FROM}`,
  `INSERT INTO members (id, workspace_id, account_id, role)
   SELECT ${number('member')}, ${number('workspace')}, ${number('account')}, 'owner' ${FROM}`,
  `INSERT INTO workspace_keys (id, workspace_id, name, scopes, secret_hash, secret_prefix)
   SELECT ${number('key')}, ${number('workspace')}, 'plans', '{agents:read,chat:write}', ${secret('key')}, 'ck_0000' ${FROM}`,
  `INSERT INTO access_tokens (id, workspace_id, key_id, audience, scopes, secret_hash, expires_at)
   SELECT ${number('token')}, ${number('workspace')}, ${number('key')}, 'rest', '{agents:read}', ${secret('token')},
     now() + interval '1 hour' ${FROM}`,
  `INSERT INTO agents (workspace_id, id, name, system_prompt, status, model, temperature, rate_limit_per_minute,
     allowed_domains, widget_config, notify_config, voice_config, learning_config)
   SELECT ${number('workspace')}, gen_random_uuid(), 'Agent', '', 'active', 'model', 0.2, 0, '[]',
     '{"bubblePosition": "bottom-right", "chatPageTheme": "system", "accentColor": "#3366ff"}', '{}', '{}', '{}'
   FROM generate_series(20, $1::int, 20) AS n, generate_series(1, 20)`,
  `INSERT INTO agent_counters (workspace_id, agent_id)
   SELECT workspace_id, id FROM agents WHERE $1::int > 0`,
];
