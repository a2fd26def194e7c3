import { createHash } from 'node:crypto';

/** The hash of a leaf (RFC 9162 §2.1.1). */
export function leafHash(text: string): Buffer {
  return createHash('sha256').update(Buffer.of(0)).update(text, 'utf8').digest();
}

/** The root of a Merkle tree (RFC 9162 §2.1.1), of the hashes of its leaves. There must be at least one. */
export function merkleRoot(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 1) return leaves[0]!;
  const split = largestPowerOfTwoBelow(leaves.length);
  return createHash('sha256')
    .update(Buffer.of(1))
    .update(merkleRoot(leaves.slice(0, split)))
    .update(merkleRoot(leaves.slice(split)))
    .digest();
}

function largestPowerOfTwoBelow(count: number): number {
  return 2 ** (31 - Math.clz32(count - 1));
}
