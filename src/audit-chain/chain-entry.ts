import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { leafHash } from './merkle-root';

/** Stands for a value that can be emptied: SHA-256(salt ‖ value), in hex. */
export interface Commitments {
  /** In hex. Null once the values are emptied. */
  readonly salt: string | null;
  readonly address: string | null;
  readonly client: string | null;
}

/** An entry as it is exported and verified: as the API shows it, without the name of the actor and the batch. */
export interface ChainEntry {
  readonly id: string;
  readonly workspaceId: string | null;
  readonly sequence: number;
  readonly address: string | null;
  readonly client: string | null;
  readonly [field: string]: unknown;
}

export interface CommittedEntry {
  readonly entry: ChainEntry;
  readonly commitments: Commitments;
}

export function commitment(salt: Buffer, value: string): Buffer {
  return createHash('sha256').update(salt).update(value, 'utf8').digest();
}

/** The leaf of an entry: all of its fields, with the commitments in place of the values that can be emptied. */
export function leafOf({ entry, commitments: { address, client } }: CommittedEntry): Buffer {
  return leafHash(canonicalize({ ...entry, address, client })!);
}

/** Whether the values that can be emptied are empty, or those that were written. */
export function keepsCommitments({ entry, commitments }: CommittedEntry): boolean {
  return (['address', 'client'] as const).every((field) => {
    const value = entry[field];
    if (value === null) return true;
    if (commitments.salt === null) return false;
    return commitment(Buffer.from(commitments.salt, 'hex'), value).toString('hex') === commitments[field];
  });
}
