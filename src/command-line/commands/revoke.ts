import { Service } from '../connection/service';
import type { Listing } from '../connection/listing';
import type { Profile } from '../profiles/profile-store';
import { call, operationIn } from './operations';

/** What is needed to revoke the credential of a profile. */
export interface Revocation {
  baseUrl: string;
  listing: Listing;
  profile: Profile;
  currentPassword: string;
}

const NEEDED = 'credentials:write';

/**
 * Revokes the credential that `parley login` obtained. One that may not revoke itself is revoked by another one, which is
 * obtained for that and revoked right after.
 *
 * @returns false where the profile has none
 * @throws Refusal, Unavailable
 */
export async function revoked({ baseUrl, listing, profile, currentPassword }: Revocation): Promise<boolean> {
  const { credential } = profile;
  if (!credential) return false;
  const revoke = operationIn(listing, 'revokeAccountCredential');
  const ended = (service: Service, credentialId: string): Promise<unknown> =>
    call(service, revoke, { credentialId, currentPassword });
  if (credential.scopes.includes(NEEDED)) {
    await ended(new Service(baseUrl, profile.secret), credential.id);
    return true;
  }
  const bootstrap = operationIn(listing, 'bootstrapAccountCredential');
  const { body } = await call(new Service(baseUrl, null), bootstrap, {
    email: credential.email,
    currentPassword,
    name: 'parley logout',
    scopes: [NEEDED],
  });
  const helper = body as { secret: string; credential: { id: string } };
  const service = new Service(baseUrl, helper.secret);
  await ended(service, credential.id);
  await ended(service, helper.credential.id);
  return true;
}
