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

/** Codes that say that the credential is of no use any more: nothing is left to revoke. */
const OVER = new Set([
  'not_found',
  'credential_revoked',
  'credential_expired',
  'credential_rotated',
  'issuer_session_revoked',
]);

/** Revokes the profile's credential and forgets it; the rest of the profile goes with it. */
export async function logout(options: LogoutOptions, { environment, host }: Context): Promise<void> {
  const { profiles, profileName } = environment;
  const profile = await profiles.read(profileName);
  if (!profile) throw new UsageError(`Nobody is signed in with the profile ${repeatable(profileName)}.`);
  let outcome = 'forgotten';
  if (profile.credential && !options.forget) {
    // Where the profile is from, whatever PARLEY_URL says.
    const baseUrl = baseUrlOf(profile.url);
    const listing = await listingAt(baseUrl, host.env).get();
    const currentPassword = await passwordOf(options, host);
    await revoked({ baseUrl, listing, profile, currentPassword }).catch((error: unknown) => {
      if (!(error instanceof Refusal && OVER.has(error.body.code))) throw error;
    });
    outcome = 'revoked and forgotten';
  }
  await profiles.remove(profileName);
  await write(host.stderr, `The credential of the profile ${profileName} is ${outcome}.\n`);
  if (outcome === 'forgotten') await write(host.stderr, 'It stays valid until it expires or is revoked elsewhere.\n');
}
