import type { Request } from 'autocannon';
import { basic } from '../support/api';
import type { Tenant } from '../support/tenant';
import { QUESTIONS } from '../chat-turn/corpus';

const JSON_BODY = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

/** Chat turns, each answered and stored. */
export function turns({ keys }: Tenant, agentPath: string): Request[] {
  return QUESTIONS.map((message, index) => ({
    method: 'POST',
    path: `/api/v1${agentPath}/chat`,
    headers: { authorization: `Bearer ${keys[index % keys.length]?.secret}`, 'content-type': JSON_BODY },
    body: JSON.stringify({ message }),
  }));
}

/** Keys for access tokens. */
export function exchanges({ keys }: Tenant): Request[] {
  return keys.map((key) => ({
    method: 'POST',
    path: '/api/v1/oauth/token',
    headers: { authorization: basic(key), 'content-type': FORM },
    body: 'grant_type=client_credentials',
  }));
}

/** The agents of the workspace, in full. */
export function lists({ keys, workspaceId }: Tenant): Request[] {
  return keys.map(({ secret }) => ({
    method: 'GET',
    path: `/api/v1/workspaces/${workspaceId}/agents`,
    headers: { authorization: `Bearer ${secret}` },
  }));
}
