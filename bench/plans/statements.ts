import { FIND_LIVE_SESSION } from '../../src/accounts/sessions/sessions.sql';
import { LIST_AGENTS } from '../../src/agents/agents.sql';
import { FIND_LIVE_CREDENTIAL } from '../../src/credentials/credentials.sql';
import { EXCHANGE, FIND_LIVE_TOKEN } from '../../src/oauth/access-tokens.sql';
import { FIND_LIVE_KEY } from '../../src/workspaces/keys/keys.sql';
import { idOf, secretOf } from './rows.sql';

export interface HotStatement {
  name: string;
  sql: string;
  /** SQL for each parameter. */
  parameters: readonly string[];
}

/** The service's own statements, each with parameters that find the rows of number `n`. */
export const hotStatements = (n: number): readonly HotStatement[] => [
  { name: 'authenticate a key', sql: FIND_LIVE_KEY.sql, parameters: [secretOf('key', n)] },
  { name: 'authenticate a token', sql: FIND_LIVE_TOKEN.sql, parameters: [secretOf('token', n)] },
  {
    name: 'authenticate a credential, with membership',
    sql: FIND_LIVE_CREDENTIAL.sql,
    parameters: [secretOf('credential', n), idOf('workspace', n)],
  },
  {
    name: 'authenticate a session, with membership',
    sql: FIND_LIVE_SESSION.sql,
    parameters: [secretOf('session', n), idOf('workspace', n)],
  },
  { name: 'list of 20 agents', sql: LIST_AGENTS, parameters: [idOf('workspace', n), 'NULL'] },
  { name: 'token exchange', sql: EXCHANGE, parameters: exchange(n, 0) },
  { name: 'token exchange, with a limit', sql: EXCHANGE, parameters: exchange(n, 300) },
];

function exchange(n: number, max: number): string[] {
  const nonce = `'\\x00'::bytea`;
  const blinded = `sha256(${secretOf('key', n)} || ${nonce})`;
  const scopes = `'{agents:read,chat:write}'`;
  return [idOf('key', n), nonce, blinded, scopes, 'true', 'gen_random_uuid()', `'rest'`, `sha256('new')`, String(max)];
}
