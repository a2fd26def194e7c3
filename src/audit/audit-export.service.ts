import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { lastSequenceOf } from '../audit-chain/chain-batch';
import { CooperativeYield } from '../common/jobs/cooperative-yield';
import type { WorkspaceScope } from '../common/request/principal';
import type { AuditBatch } from './audit-batch.entity';
import { AuditBatchesRepository } from './audit-batches.repository';
import { AuditChainService } from './audit-chain.service';
import { AuditKeysService } from './audit-keys.service';
import { chainBatch } from './chain-records';

/** How long lines are written before other requests get their turn, in milliseconds. */
const SLICE_MS = 2;

export interface ExportedPart {
  readonly fromSequence?: number;
  readonly from?: Date;
  readonly to?: Date;
}

/**
 * Writes an audit log as lines of JSON, one batch after the other, so that neither a transaction nor memory grows with it. It has whole
 * batches: the file can be verified by itself.
 */
@Injectable()
export class AuditExportService {
  constructor(
    private readonly batches: AuditBatchesRepository,
    private readonly chain: AuditChainService,
    private readonly keys: AuditKeysService,
  ) {}

  /** The file in pieces. The first batch is looked up before this resolves, so that a failure has an error status. */
  async file(
    { workspaceId }: WorkspaceScope,
    { fromSequence, from, to }: ExportedPart,
  ): Promise<AsyncIterable<string>> {
    const first = await this.batches.findFirst(workspaceId, { sequence: fromSequence, from });
    const keys = await this.keys.published();
    const header = { type: 'header', version: 1, workspaceId, exportedAt: new Date().toISOString(), keys };
    return this.lines(header, first, to ?? null);
  }

  private async *lines(header: object, first: AuditBatch | null, to: Date | null): AsyncGenerator<string> {
    const file = new HashedLines();
    const yielding = new CooperativeYield(SLICE_MS);
    yield file.line(header);
    let entries = 0;
    let batches = 0;
    let head: AuditBatch | null = null;
    for (let batch = first; batch && (to === null || batch.sealedAt <= to); batch = await this.after(batch)) {
      let piece = '';
      for (const { entry, commitments } of await this.chain.entriesOf(batch)) {
        piece += file.line({ type: 'entry', batch: batch.number, entry, commitments });
        entries += 1;
        if (yielding.isDue) await yielding.now();
      }
      piece += file.line({ type: 'batch', ...chainBatch(batch) });
      batches += 1;
      head = batch;
      yield piece;
    }
    yield file.end({ type: 'end', entries, batches, head: head && headOf(head) });
  }

  private async after({ workspaceId, number }: AuditBatch): Promise<AuditBatch | null> {
    return (await this.batches.listFrom(workspaceId, number + 1, 1))[0] ?? null;
  }
}

/** A head as it is kept elsewhere. */
export function headOf(batch: AuditBatch): {
  number: number;
  lastSequence: number;
  hash: string;
  signature: string;
  keyId: string;
  sealedAt: string;
} {
  const { number, hash, signature, keyId, sealedAt } = chainBatch(batch);
  return { number, lastSequence: lastSequenceOf(batch), hash, signature, keyId, sealedAt };
}

/** Lines, with the SHA-256 of all before the last in the last. */
class HashedLines {
  private readonly hash = createHash('sha256');

  line(value: object): string {
    const line = `${JSON.stringify(value)}\n`;
    this.hash.update(line);
    return line;
  }

  end(value: object): string {
    return `${JSON.stringify({ ...value, sha256: this.hash.digest('hex') })}\n`;
  }
}
