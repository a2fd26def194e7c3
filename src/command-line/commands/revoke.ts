import { Service } from '../connection/service';
import { credential } from '../connection/credential';
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
/** How long the helping credential lives, whatever happens. */
const HELPER_MS = 120_000;

/**
 * Revokes the credential that `parley login` obtained. One that may not revoke itself is revoked by another one, which is
 * obtained for that and revoked right after.
 *
 * @returns false where the profile has none
 * @throws Refusal, Unavailable
 */
export async function revoked({ baseUrl, listing, profile, currentPassword }: Revocation): Promise<boolean> {
  const issued = profile.credential;
  if (!issued) return false;
  const revoke = operationIn(listing, 'revokeAccountCredential');
  const ended = (service: Service, credentialId: string): Promise<unknown> =>
    call(service, revoke, { credentialId, currentPassword });
  if (issued.scopes.includes(NEEDED)) {
    await ended(new Service(baseUrl, credential(profile.secret)), issued.id);
    return true;
  }
  const bootstrap = operationIn(listing, 'bootstrapAccountCredential');
  const { body } = await call(new Service(baseUrl, null), bootstrap, {
    email: issued.email,
    currentPassword,
    name: 'parley logout',
    scopes: [NEEDED],
    expiresAt: new Date(Date.now() + HELPER_MS).toISOString(),
  });
  const helper = body as { secret: string; credential: { id: string } };
  const service = new Service(baseUrl, credential(helper.secret));
  try {
    await ended(service, issued.id);
  } finally {
    // If not, it ends by itself.
    await ended(service, helper.credential.id).catch(() => {});
  }
  return true;
}
