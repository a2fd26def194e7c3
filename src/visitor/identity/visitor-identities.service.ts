import { Injectable } from '@nestjs/common';
import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose';
import { randomBytes } from 'node:crypto';
import { isEmailAddress, normalEmail } from '../../common/mail/email-address';
import type { VisitorIdentity } from '../../common/request/principal';
import { storable } from '../../common/text/storable';
import { UserJwtInvalid } from './identity.errors';
import { IdentityKeysService } from './identity-keys.service';

/** Of clocks, both ways. */
const SKEW_SECONDS = 60;
const LONGEST_SECONDS = 86_400;
const MOST_ATTRIBUTES = 100;
/** As JSON, in characters: they travel with each request. */
const LONGEST_ATTRIBUTES = 2_000;
/** What a token is compared with that names a key which is none, so that it takes as long. */
const NOBODYS_SECRET = randomBytes(32);

/** Who a visitor is, and until when that can be said of them. */
export interface VerifiedVisitor {
  identity: VisitorIdentity;
  verifiedUntil: Date;
}

/** The tokens with which customers' servers say who their visitors are: JWT, by HS256 and nothing else. */
@Injectable()
export class VisitorIdentitiesService {
  constructor(private readonly keys: IdentityKeysService) {}

  /** @throws UserJwtInvalid 400 */
  async verify(
    { workspaceId, id: agentId }: { workspaceId: string; id: string },
    jwt: string,
  ): Promise<VerifiedVisitor> {
    const { payload, keyId } = await this.signed(workspaceId, agentId, jwt);
    const { sub, exp, iat, aud } = payload;
    const now = Date.now() / 1_000;
    if (typeof exp !== 'number') throw new UserJwtInvalid('must have exp');
    if (exp > now + LONGEST_SECONDS + SKEW_SECONDS)
      throw new UserJwtInvalid('must have an exp of at most 24 hours from now');
    if (iat !== undefined && iat > now + SKEW_SECONDS)
      throw new UserJwtInvalid('must have an iat that is not in the future');
    if (aud !== undefined && ![aud].flat().includes(agentId))
      throw new UserJwtInvalid('must have the id of the agent as aud or among it, or no aud');
    if (!isText(sub, 128)) throw new UserJwtInvalid('must have a sub of 1 to 128 characters');
    return {
      identity: { externalId: sub, identityKeyId: keyId, ...profileIn(payload) },
      verifiedUntil: new Date(Math.floor(exp * 1_000)),
    };
  }

  private async signed(
    workspaceId: string,
    agentId: string,
    jwt: string,
  ): Promise<{ payload: JWTPayload; keyId: string }> {
    const active = await this.keys.listActive(workspaceId, agentId);
    const kid = kidOf(jwt);
    const candidates = active.filter(({ id }) => kid === undefined || id === kid);
    for (const { id, secret } of candidates.length > 0 ? candidates : [{ id: '', secret: NOBODYS_SECRET }]) {
      try {
        const { payload } = await jwtVerify(jwt, secret, { algorithms: ['HS256'], clockTolerance: SKEW_SECONDS });
        return { payload, keyId: id };
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw new UserJwtInvalid('has expired');
        if (error instanceof errors.JWTClaimValidationFailed)
          throw new UserJwtInvalid(`has a ${error.claim} that does not hold`);
      }
    }
    throw new UserJwtInvalid();
  }
}

function kidOf(jwt: string): unknown {
  try {
    return decodeProtectedHeader(jwt).kid;
  } catch {
    return undefined;
  }
}

/** @throws UserJwtInvalid 400 */
function profileIn({ name, email, email_verified: isVerified, attributes }: JWTPayload): Partial<VisitorIdentity> {
  if (name !== undefined && !isText(name, 255))
    throw new UserJwtInvalid('must have a name of 1 to 255 characters, or none');
  if (attributes !== undefined && !areAttributes(attributes)) {
    throw new UserJwtInvalid(
      `must have at most ${MOST_ATTRIBUTES} attributes that are texts, numbers or booleans, of ${LONGEST_ATTRIBUTES} characters in all`,
    );
  }
  const address = typeof email === 'string' && isVerified === true ? normalEmail(email) : undefined;
  if (address !== undefined && !(isEmailAddress(address) && address.length <= 254)) {
    throw new UserJwtInvalid('must have an email that is an email address, or none');
  }
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(address !== undefined && { email: address }),
    ...(attributes !== undefined && { attributes }),
  };
}

function isText(value: unknown, max: number): value is string {
  return (
    typeof value === 'string' && value.trim() !== '' && Array.from(value).length <= max && storable(value) === value
  );
}

function areAttributes(value: unknown): value is NonNullable<VisitorIdentity['attributes']> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value as Record<string, unknown>);
  if (entries.length > MOST_ATTRIBUTES || JSON.stringify(value).length > LONGEST_ATTRIBUTES) return false;
  return entries.every(([attribute, one]) => isText(attribute, 100) && isScalar(one));
}

function isScalar(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= 1_000 && storable(value) === value;
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}
