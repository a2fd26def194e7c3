import { Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import type { ChainProblem } from '../audit-chain/chain-verifier';
import { AuditChainService } from './audit-chain.service';
import { shownWorkspace } from './chain-records';

export interface VerifiedLog {
  /** Null for the log of what belongs to no workspace. */
  readonly workspaceId: string | null;
  readonly batches: number;
  readonly entries: number;
  readonly problem: ChainProblem | null;
}

/** Verifies whole logs, for the commands of an operator. No module exports it, so that no request reaches it. */
@Injectable()
export class AuditOperatorService {
  constructor(private readonly chain: AuditChainService) {}

  /** `workspaceId` null: the log of what belongs to no workspace. */
  async verify(workspaceId: string | null): Promise<VerifiedLog> {
    const id = workspaceId ?? NIL;
    let [batches, entries] = [0, 0];
    for (let fromBatch: number | null = 1; fromBatch !== null;) {
      const part = await this.chain.verify(id, { fromBatch });
      batches += part.batchesChecked;
      entries += part.entriesChecked;
      if (part.problem) return { workspaceId: shownWorkspace(id), batches, entries, problem: part.problem };
      fromBatch = part.nextBatch;
    }
    return { workspaceId: shownWorkspace(id), batches, entries, problem: null };
  }
}
