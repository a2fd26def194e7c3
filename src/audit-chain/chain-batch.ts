import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** The signed part of a batch. Hashes are in hex. */
export interface BatchHeader {
  readonly number: number;
  readonly workspaceId: string | null;
  readonly firstSequence: number;
  readonly count: number;
  readonly rootHash: string;
  /** The hash of the batch before. Null for the first. */
  readonly previousHash: string | null;
  readonly sealedAt: string;
  readonly keyId: string;
}

/** A batch as it is exported. */
export interface ChainBatch extends BatchHeader {
  readonly hash: string;
  /** Ed25519, of the 32 bytes of the hash, in base64. */
  readonly signature: string;
  /** 32 bytes in base64. {@link BatchHeader.keyId} is its thumbprint. */
  readonly publicKey: string;
  /** Retention has deleted the entries. */
  readonly entriesRemoved: boolean;
}

/** The most entries of a batch. */
export const MOST_ENTRIES = 1_000;

export function headerHash(batch: BatchHeader): Buffer {
  const { number, workspaceId, firstSequence, count, rootHash, previousHash, sealedAt, keyId } = batch;
  const header: BatchHeader = { number, workspaceId, firstSequence, count, rootHash, previousHash, sealedAt, keyId };
  return createHash('sha256').update(canonicalize(header)!).digest();
}

export function lastSequenceOf({ firstSequence, count }: Pick<BatchHeader, 'firstSequence' | 'count'>): number {
  return firstSequence + count - 1;
}
