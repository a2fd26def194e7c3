import { randomBytes } from 'node:crypto';
import { ACCOUNT_SCOPES, type AccountScope } from '../common/operations/access';
import { base62 } from '../common/secrets/base62';
import { DataChanged } from './demo-state';
import type { Demonstration, RequestHeaders } from './demonstration';
import { asPerson, openSession } from './session';

const EMAIL = 'demo@example.com';
const NAME = 'Sam Okoro';

/** A model gets no scope that gives out further credentials. */
const MCP_SCOPES = ACCOUNT_SCOPES.filter((scope) => !scope.startsWith('credentials:'));

/** Signs in as the demonstration's user. Registers and verifies the account if necessary. Makes the credentials to try. */
export async function signIn(demo: Demonstration): Promise<RequestHeaders> {
  demo.screen.heading('A person registers and signs in, and makes a workspace with an agent');
  const person = asPerson(demo, (await currentSession(demo)) ?? (await newSession(demo)));
  await makeCredentials(demo);
  return person;
}

/** Null if there is none, or it is no longer valid. */
async function currentSession(demo: Demonstration): Promise<string | null> {
  const { session } = demo.state.values;
  if (!session) return null;
  const headers = asPerson(demo, session);
  const { status } = await demo.api.call('GET', '/sessions/current', { headers, expect: [200, 401] });
  return status === 200 ? session : null;
}

/** An earlier run may have ended at any point: the account may exist, verified or not. */
async function newSession(demo: Demonstration): Promise<string> {
  const { email, password } = demo.state.values;
  const opened = email && password ? await openSession(demo, { email, password }) : null;
  if (opened?.verified) return remembered(demo, opened.session);

  const account = { email: email ?? EMAIL, password: password ?? newPassword() };
  demo.state.remember(account);
  await register(demo, account);
  const first = await openSession(demo, account);
  if (!first?.verified) throw new DataChanged(`The account ${account.email} has another password.`);
  return remembered(demo, first.session);
}

function remembered({ state }: Demonstration, session: string): string {
  state.remember({ session });
  return session;
}

function newPassword(): string {
  return base62(BigInt(`0x${randomBytes(16).toString('hex')}`), 22);
}

async function register({ api, mail, screen }: Demonstration, account: { email: string; password: string }) {
  const before = mail.count;
  await api.call('POST', '/accounts', { body: { ...account, name: NAME } });
  screen.progress('waiting for the email …');
  const token = await mail.newToken(account.email, before);
  await api.call('POST', '/accounts/verify', { body: { token, password: account.password } });
}

/** The credentials of an earlier run while they are valid, else new ones. */
async function makeCredentials(demo: Demonstration): Promise<void> {
  const { state, mcpUrl } = demo;
  const { credential, mcpCredential } = state.values;
  if (!credential || !(await readsAccount(demo, credential))) {
    state.remember({ credential: await newCredential(demo, { name: 'Demo', scopes: ACCOUNT_SCOPES }) });
  }
  if (!mcpCredential || !(await answersPing(mcpUrl, mcpCredential))) {
    const request = { name: 'Demo of MCP', scopes: MCP_SCOPES, audience: mcpUrl };
    state.remember({ mcpCredential: await newCredential(demo, request) });
  }
}

async function readsAccount({ api }: Demonstration, secret: string): Promise<boolean> {
  const headers = { Authorization: `Bearer ${secret}` };
  return (await api.call('GET', '/account', { headers, expect: [200, 401, 403] })).status === 200;
}

interface CredentialRequest {
  name: string;
  scopes: readonly AccountScope[];
  audience?: string;
}

async function newCredential({ api, state }: Demonstration, request: CredentialRequest): Promise<string> {
  const { email, password } = state.values;
  const { body } = await api.call<{ secret: string }>('POST', '/account-credentials/bootstrap', {
    body: { email, currentPassword: password, ...request },
  });
  return body.secret;
}

/** The endpoint accepts no other credentials than those for it. */
async function answersPing(mcpUrl: string, secret: string): Promise<boolean> {
  const { ok } = await fetch(mcpUrl, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${secret}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
  return ok;
}
