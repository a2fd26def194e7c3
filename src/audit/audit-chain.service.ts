import { Injectable } from '@nestjs/common';
import { lastSequenceOf } from '../audit-chain/chain-batch';
import type { CommittedEntry } from '../audit-chain/chain-entry';
import { type ChainProblem, ChainVerifier, type KnownHead } from '../audit-chain/chain-verifier';
import { CooperativeYield } from '../common/jobs/cooperative-yield';
import type { AuditBatch } from './audit-batch.entity';
import { AuditBatchesRepository } from './audit-batches.repository';
import { AuditEntriesRepository } from './audit-entries.repository';
import { AuditKeysService } from './audit-keys.service';
import { chainBatch, committedEntry, shownWorkspace } from './chain-records';

/** The most batches that one call verifies. */
export const BATCHES_AT_ONCE = 200;
const SLICE_MS = 5;

export interface Verification {
  readonly batchesChecked: number;
  readonly entriesChecked: number;
  /** The first problem. Null if there is none. */
  readonly problem: ChainProblem | null;
  /** The batch to go on with. Null at the end, or after a problem. */
  readonly nextBatch: number | null;
}

export interface VerifiedPart {
  readonly fromBatch?: number;
  readonly toBatch?: number;
  readonly knownHead?: KnownHead;
}

/** Verifies the stored chain of a workspace: that nothing sealed was changed, added or removed. */
@Injectable()
export class AuditChainService {
  constructor(
    private readonly batches: AuditBatchesRepository,
    private readonly entries: AuditEntriesRepository,
    private readonly keys: AuditKeysService,
  ) {}

  /** At most {@link BATCHES_AT_ONCE} batches from `fromBatch` on. The known head is looked up wherever it is. */
  async verify(workspaceId: string, { fromBatch = 1, toBatch, knownHead }: VerifiedPart): Promise<Verification> {
    const unknown = knownHead && (await this.unknownHead(workspaceId, knownHead));
    if (unknown) return { batchesChecked: 0, entriesChecked: 0, problem: unknown, nextBatch: null };
    const before = fromBatch > 1 ? await this.batches.find(workspaceId, fromBatch - 1) : null;
    const verifier = new ChainVerifier({
      workspaceId: shownWorkspace(workspaceId),
      trustedKeys: await this.keys.trusted(),
      before: before && chainBatch(before),
    });
    const head = await this.batches.findHead(workspaceId);
    const last = Math.min(toBatch ?? Infinity, fromBatch + BATCHES_AT_ONCE - 1, head?.number ?? 0);
    const missing = fromBatch > 1 && !before ? missingBatch(fromBatch - 1) : null;
    const problem = missing ?? (await this.problemUpTo(verifier, workspaceId, fromBatch, last));
    const { batches: batchesChecked, entries: entriesChecked } = verifier;
    if (problem) return { batchesChecked, entriesChecked, problem, nextBatch: null };
    const isEnd = last === (head?.number ?? 0);
    const atEnd = isEnd ? (verifier.end() ?? (await this.beyond(workspaceId, head))) : null;
    const isDone = isEnd || last === toBatch;
    return { batchesChecked, entriesChecked, problem: atEnd, nextBatch: isDone ? null : last + 1 };
  }

  /** The entries of a batch as they are stored, also those that were numbered without belonging to it. */
  async entriesOf(batch: AuditBatch): Promise<CommittedEntry[]> {
    const rows = await this.entries.listBetween(batch.workspaceId, batch.firstSequence, lastSequenceOf(batch));
    return rows.map((row) => committedEntry(row));
  }

  private async problemUpTo(
    verifier: ChainVerifier,
    workspaceId: string,
    first: number,
    last: number,
  ): Promise<ChainProblem | null> {
    const yielding = new CooperativeYield(SLICE_MS);
    for (let number = first; number <= last; number = verifier.last!.number + 1) {
      const [batch] = await this.batches.listFrom(workspaceId, number, 1);
      if (!batch) return missingBatch(number);
      if (number === 1 && batch.number > 1) return missingBatch(1);
      const rows = await this.entries.listBetween(workspaceId, batch.firstSequence, lastSequenceOf(batch));
      const foreign = rows.find((row) => row.batchNumber !== batch.number);
      const problem = verifier.add(
        chainBatch(batch),
        rows.map((row) => committedEntry(row)),
      );
      if (problem) return problem;
      if (foreign) return { kind: 'entry_altered', batch: batch.number, sequence: foreign.sequence };
      if (yielding.isDue) await yielding.now();
    }
    return null;
  }

  /** A head from elsewhere that the chain does not have: it was cut, changed, or restored from an earlier backup. */
  private async unknownHead(workspaceId: string, { number, hash }: KnownHead): Promise<ChainProblem | null> {
    const there = await this.batches.find(workspaceId, number);
    const isKnown = there?.hash.toString('hex') === hash.toLowerCase();
    return isKnown ? null : { kind: 'head_unknown', batch: number, sequence: null };
  }

  /** An entry with a number that no batch has. */
  private async beyond(workspaceId: string, head: AuditBatch | null): Promise<ChainProblem | null> {
    const sequence = await this.entries.findSequenceBeyond(workspaceId, head ? lastSequenceOf(head) : 0);
    return sequence === null ? null : { kind: 'entry_added', batch: head?.number ?? 0, sequence };
  }
}

function missingBatch(batch: number): ChainProblem {
  return { kind: 'batch_missing', batch, sequence: null };
}
