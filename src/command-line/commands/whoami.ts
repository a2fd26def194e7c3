import { Refusal } from '../errors';
import { type Host, write } from '../host';
import { safeJson } from '../output/printable';
import { recordLines } from '../output/record';
import { paintFor } from '../output/style';
import type { Context } from './context';
import { call, operationIn } from './operations';
import { placeInUse } from './use';

/** Calls the service, so that the output is current. @throws Refusal, Unavailable */
export async function whoami({ json }: { json?: boolean }, { environment, host }: Context): Promise<void> {
  const { profileName, profile, baseUrl, listing } = environment;
  const used = await environment.credential();
  const credential = used?.from === 'profile' ? profile?.credential : undefined;
  const service = await environment.service();
  const shown = {
    url: baseUrl,
    profile: profileName,
    credential: used?.from ?? null,
    kind: used && kindOf(used.secret),
    credentialId: credential?.id ?? null,
    scopes: credential?.scopes ?? null,
    expiresAt: credential?.expiresAt ?? null,
    ...placeInUse({ environment }),
    account: await accountOf(
      async () => (await call(service, operationIn(await listing.get(), 'getAccount'), {})).body,
    ),
  };
  await write(host.stdout, json ? `${safeJson(shown)}\n` : await lines(shown, host));
}

/** Null for a valid credential without an account: a workspace key. */
async function accountOf(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Refusal && error.body.code === 'credential_kind_not_allowed') return null;
    throw error;
  }
}

function kindOf(secret: string): string {
  const kinds: Record<string, string> = { ca_: 'account credential', ck_: 'workspace key', ct_: 'access token' };
  return kinds[secret.slice(0, 3)] ?? 'unknown';
}

function lines(shown: object, host: Host): Promise<string> {
  const known = Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== null));
  return recordLines(known, { width: 80, fields: null, known: [], paint: paintFor(host.stdout, host) });
}
