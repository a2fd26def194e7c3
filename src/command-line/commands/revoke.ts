import { Service } from '../connection/service';
import { credential } from '../connection/credential';
import type { Listing } from '../connection/listing';
import type { Profile } from '../profiles/profile-store';
import { Refusal } from '../errors';
import { call, operationIn } from './operations';

/** The input to revoke the credential of a profile. */
export interface Revocation {
  baseUrl: string;
  listing: Listing;
  profile: Profile;
  currentPassword: string;
}

const NEEDED = 'credentials:write';
/** In milliseconds: the lifetime of the temporary credential if it cannot be revoked. */
const HELPER_MS = 120_000;

/**
 * Revokes the credential that `parley login` obtained. If it may not revoke itself, obtains a temporary credential,
 * revokes the first one with it, and then revokes the temporary one.
 *
 * @returns false if the profile has none
 * @throws Refusal, Unavailable
 */
export async function revoked({ baseUrl, listing, profile, currentPassword }: Revocation): Promise<boolean> {
  const issued = profile.credential;
  if (!issued) return false;
  const revoke = operationIn(listing, 'revokeAccountCredential');
  const end = (service: Service, credentialId: string): Promise<unknown> =>
    call(service, revoke, { credentialId, currentPassword });
  const ended = async (service: Service, credentialId: string): Promise<unknown> => {
    // That for MCP first: the other one may be what revokes it.
    if (profile.mcp && credentialId === issued.id) await end(service, profile.mcp.id).catch(ignoreRefusal);
    return end(service, credentialId);
  };
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
    // On failure, it expires soon.
    await ended(service, helper.credential.id).catch(() => {});
  }
  return true;
}

/** A credential that has ended already. A wrong password is refused again, for the other credential. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}
