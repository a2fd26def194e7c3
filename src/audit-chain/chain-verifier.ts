import { type ChainBatch, headerHash, lastSequenceOf } from './chain-batch';
import { type CommittedEntry, keepsCommitments, leafOf } from './chain-entry';
import { isSignature, keyIdOf } from './chain-keys';
import { merkleRoot } from './merkle-root';

export const PROBLEM_KINDS = [
  'entry_altered',
  'entry_missing',
  'entry_added',
  'batch_altered',
  'batch_missing',
  'link_broken',
  'signature_invalid',
  'head_unknown',
] as const;

export interface ChainProblem {
  readonly kind: (typeof PROBLEM_KINDS)[number];
  readonly batch: number;
  /** The entry, where it is known: a Merkle root shows that one was changed, and not which one. */
  readonly sequence: number | null;
}

/** A head that was kept elsewhere. */
export interface KnownHead {
  readonly number: number;
  readonly hash: string;
}

export interface VerifiedChain {
  readonly workspaceId: string | null;
  /** The ids of the installation's own keys. Null: any key will do, which shows only that the batches belong together. */
  readonly trustedKeys: ReadonlySet<string> | null;
  readonly knownHead?: KnownHead;
  /** The batch before the first one that is verified. Null if that is unknown or does not exist. */
  readonly before?: ChainBatch | null;
}

/** Retention keeps entries for at least 90 days; an hour is left for clocks that differ. */
const SOONEST_REMOVAL_MS = (90 * 24 - 1) * 3_600_000;

/**
 * Verifies a chain batch by batch. Imported batches, and those under a key that was lost, are signed by other keys than the
 * installation's; a later batch by one of its own keys vouches for them, since it has their hash.
 */
export class ChainVerifier {
  batches = 0;
  entries = 0;
  /** Null before the first batch. */
  last: ChainBatch | null;
  private isTrusted = false;
  private entriesSeen = false;
  private headSeen = false;

  constructor(private readonly chain: VerifiedChain) {
    this.last = chain.before ?? null;
    this.isTrusted = this.last !== null && this.trusts(this.last);
    this.entriesSeen = this.last !== null && !this.last.entriesRemoved;
  }

  /** Entries in order of their sequence. Returns the first problem. */
  add(batch: ChainBatch, entries: readonly CommittedEntry[]): ChainProblem | null {
    const problem = this.problemOfBatch(batch) ?? this.problemOfEntries(batch, entries);
    if (problem) return problem;
    this.batches += 1;
    this.entries += entries.length;
    this.last = batch;
    this.isTrusted ||= this.trusts(batch);
    this.entriesSeen ||= !batch.entriesRemoved;
    return null;
  }

  /** The problem that shows only at the end of the whole chain: a head that is not the installation's, or is not the known one. */
  end(): ChainProblem | null {
    const number = this.last?.number ?? 0;
    const { knownHead, trustedKeys } = this.chain;
    if (this.last && trustedKeys && !this.trusts(this.last)) return problem('signature_invalid', number);
    return knownHead && !this.headSeen ? problem('head_unknown', knownHead.number) : null;
  }

  private problemOfBatch(batch: ChainBatch): ChainProblem | null {
    const { number, workspaceId, hash } = batch;
    const { last } = this;
    const expected = last ? last.number + 1 : number;
    if (number > expected) return problem('batch_missing', expected);
    if (number < expected || workspaceId !== this.chain.workspaceId) return problem('batch_altered', number);
    if (headerHash(batch).toString('hex') !== hash) return problem('batch_altered', number);
    if (last ? !follows(batch, last) : number === 1 && !isFirst(batch)) return problem('link_broken', number);
    const publicKey = Buffer.from(batch.publicKey, 'base64');
    const isSigned =
      keyIdOf(publicKey) === batch.keyId &&
      isSignature(Buffer.from(batch.signature, 'base64'), Buffer.from(hash, 'hex'), publicKey);
    if (!isSigned || (this.isTrusted && !this.trusts(batch))) return problem('signature_invalid', number);
    if (this.chain.knownHead?.number !== number) return null;
    if (this.chain.knownHead.hash !== hash) return problem('head_unknown', number);
    this.headSeen = true;
    return null;
  }

  private problemOfEntries(batch: ChainBatch, entries: readonly CommittedEntry[]): ChainProblem | null {
    const { number, firstSequence } = batch;
    if (batch.entriesRemoved) {
      if (entries.length > 0) return problem('entry_added', number, entries[0]!.entry.sequence);
      const isOld = Date.now() - Date.parse(batch.sealedAt) >= SOONEST_REMOVAL_MS;
      return isOld && !this.entriesSeen ? null : problem('entry_missing', number, firstSequence);
    }
    for (const [index, { entry }] of entries.entries()) {
      const expected = firstSequence + index;
      if (expected > lastSequenceOf(batch) || entry.sequence < expected) {
        return problem('entry_added', number, entry.sequence);
      }
      if (entry.sequence > expected) return problem('entry_missing', number, expected);
    }
    if (entries.length < batch.count) return problem('entry_missing', number, firstSequence + entries.length);
    const altered = entries.find((one) => one.entry.workspaceId !== batch.workspaceId || !keepsCommitments(one));
    if (altered) return problem('entry_altered', number, altered.entry.sequence);
    const root = merkleRoot(entries.map(leafOf)).toString('hex');
    return root === batch.rootHash ? null : problem('entry_altered', number);
  }

  private trusts({ keyId }: ChainBatch): boolean {
    return this.chain.trustedKeys?.has(keyId) ?? true;
  }
}

function follows(batch: ChainBatch, last: ChainBatch): boolean {
  return batch.previousHash === last.hash && batch.firstSequence === lastSequenceOf(last) + 1;
}

function isFirst({ previousHash, firstSequence }: ChainBatch): boolean {
  return previousHash === null && firstSequence === 1;
}

function problem(kind: ChainProblem['kind'], batch: number, sequence: number | null = null): ChainProblem {
  return { kind, batch, sequence };
}
