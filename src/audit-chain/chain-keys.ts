import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import canonicalize from 'canonicalize';

/** An Ed25519 public key as a JSON Web Key (RFC 8037). */
export interface PublicJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  /** 32 bytes in base64url. */
  readonly x: string;
}

export function jwkOf(publicKey: Buffer): PublicJwk {
  return { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') };
}

/** The id of a key: its JWK thumbprint (RFC 7638), so that an id stands for one key only. */
export function keyIdOf(publicKey: Buffer): string {
  return createHash('sha256')
    .update(canonicalize(jwkOf(publicKey))!)
    .digest('base64url');
}

export function signHash(hash: Buffer, privateKey: KeyObject): Buffer {
  return sign(null, hash, privateKey);
}

export function isSignature(signature: Buffer, hash: Buffer, publicKey: Buffer): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  return verify(null, hash, createPublicKey({ format: 'jwk', key: { ...jwkOf(publicKey) } }), signature);
}
