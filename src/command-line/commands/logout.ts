import { baseUrlOf, listingAt } from '../environment';
import { repeatable } from '../discreet-command';
import { Refusal, UsageError } from '../errors';
import { write } from '../host';
import type { Context } from './context';
import { passwordOf } from './password';
import { revoked } from './revoke';

export interface LogoutOptions {
  passwordStdin?: boolean;
  forget?: boolean;
}

/** Codes for a credential that is already invalid, so that it need not be revoked. */
const OVER = new Set([
  'not_found',
  'credential_revoked',
  'credential_expired',
  'credential_rotated',
  'issuer_session_revoked',
]);

/** Revokes the profile's credential, and removes the profile. */
export async function logout(options: LogoutOptions, { environment, host }: Context): Promise<void> {
  const { profiles, profileName } = environment;
  const profile = await profiles.read(profileName);
  if (!profile) throw new UsageError(`The profile ${repeatable(profileName)} is not signed in.`);
  let outcome = 'removed';
  if (profile.credential && !options.forget) {
    // The profile's own service, even if PARLEY_URL names another.
    const baseUrl = baseUrlOf(profile.url);
    const listing = await listingAt(baseUrl, host.env).get();
    const currentPassword = await passwordOf(options, host);
    await revoked({ baseUrl, listing, profile, currentPassword }).catch((error: unknown) => {
      if (!(error instanceof Refusal && OVER.has(error.body.code))) throw error;
    });
    outcome = 'revoked and removed';
  }
  await profiles.remove(profileName);
  await write(host.stderr, `The credential of the profile ${profileName} is ${outcome}.\n`);
  if (outcome === 'removed') await write(host.stderr, 'It stays valid until it expires or is revoked elsewhere.\n');
}
