import { Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import { headerHash, lastSequenceOf, MOST_ENTRIES } from '../audit-chain/chain-batch';
import { leafOf } from '../audit-chain/chain-entry';
import { signHash } from '../audit-chain/chain-keys';
import { merkleRoot } from '../audit-chain/merkle-root';
import { UnitOfWork } from '../common/database/unit-of-work';
import { DomainEvents } from '../common/events/domain-events';
import { BackgroundRunner, type BackgroundTask } from '../common/jobs/background-runner';
import { logger } from '../common/logging/logger';
import type { AuditBatch } from './audit-batch.entity';
import { AuditBatchesRepository } from './audit-batches.repository';
import type { AuditEntry } from './audit-entry.entity';
import { AuditEntriesRepository } from './audit-entries.repository';
import { AuditBatchSealed } from './audit-events';
import { AuditKeysService } from './audit-keys.service';
import { chainBatch, committedEntry, shownWorkspace } from './chain-records';

/** The workspaces of one round. */
const WORKSPACES = 200;

/**
 * Seals the entries of each workspace: numbers them without gaps, and signs them in batches of at most {@link MOST_ENTRIES}. Entries are
 * taken once they have committed, in the order of their ids, so writers need no lock, and one that commits late is sealed later. A
 * batch and the numbers of its entries commit together; if the process dies, another seals the same entries.
 */
@Injectable()
export class AuditSealing implements BackgroundTask {
  readonly name = 'audit-sealing';
  /** With the work itself, entries are sealed within five seconds. */
  readonly idleMs = 4_000;
  private after: string | null = null;

  constructor(
    private readonly entries: AuditEntriesRepository,
    private readonly batches: AuditBatchesRepository,
    private readonly keys: AuditKeysService,
    private readonly events: DomainEvents,
    private readonly work: UnitOfWork,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  /** One round through the workspaces. Busy ones are not sealed again before the next round, so that their batches do not get tiny. */
  async runOnce(signal: AbortSignal): Promise<boolean> {
    const workspaces = await this.entries.listUnsealedWorkspaces(this.after, WORKSPACES);
    let more = workspaces.length === WORKSPACES;
    this.after = more ? workspaces.at(-1)! : null;
    for (const workspaceId of workspaces) {
      if (signal.aborted) return false;
      more = (await this.sealed(workspaceId)) || more;
    }
    for (const workspaceId of await this.batches.listUnannouncedWorkspaces(WORKSPACES)) {
      await this.work.run(async () => this.announce((await this.batches.findHead(workspaceId))!));
    }
    return more;
  }

  /** Seals one batch of the workspace, unless another process does. Whether there are more entries than that. */
  seal(workspaceId: string): Promise<boolean> {
    return this.work.run(async () => {
      if (!(await this.batches.tryLock(workspaceId))) return false;
      const entries = await this.entries.listUnsealed(workspaceId, MOST_ENTRIES);
      if (entries.length === 0) return false;
      const batch = await this.batchOf(workspaceId, entries);
      await this.batches.insert(batch);
      const ids = entries.map(({ id }) => id);
      const numbered = await this.entries.number(workspaceId, ids, batch.firstSequence, batch.number);
      if (numbered !== entries.length) throw new Error('Entries were sealed by another process at the same time');
      await this.announce(batch);
      return entries.length === MOST_ENTRIES;
    });
  }

  /** A workspace whose entries cannot be sealed does not keep others from it. */
  private async sealed(workspaceId: string): Promise<boolean> {
    try {
      return await this.seal(workspaceId);
    } catch (error) {
      logger.error({ err: error, workspace: shownWorkspace(workspaceId) }, 'audit entries not sealed');
      return false;
    }
  }

  private async batchOf(workspaceId: string, entries: readonly AuditEntry[]): Promise<AuditBatch> {
    const head = await this.batches.findHead(workspaceId);
    const { keyId, publicKey, privateKey } = await this.keys.signer();
    const firstSequence = head ? lastSequenceOf(head) + 1 : 1;
    const leaves = entries.map((entry, index) => leafOf(committedEntry(entry, firstSequence + index)));
    const batch: AuditBatch = {
      workspaceId,
      number: (head?.number ?? 0) + 1,
      firstSequence,
      count: entries.length,
      rootHash: merkleRoot(leaves),
      previousHash: head?.hash ?? null,
      sealedAt: await this.batches.now(),
      signedBy: keyId,
      publicKey,
      hash: Buffer.alloc(32),
      signature: Buffer.alloc(64),
      announcedAt: null,
      entriesRemovedAt: null,
    };
    const hash = headerHash(chainBatch(batch));
    return Object.assign(batch, { hash, signature: signHash(hash, privateKey) });
  }

  /** Publishes the batch to subscribers, unless they learned of one within the last minute: then a later round publishes the newest. */
  private async announce(batch: AuditBatch): Promise<void> {
    const { workspaceId, number: batchNumber, hash, signature, signedBy: keyId } = batch;
    if (!(await this.batches.announce(workspaceId, batchNumber)) || workspaceId === NIL) return;
    this.events.publish(
      new AuditBatchSealed({
        ...{ workspaceId, batchNumber, keyId, lastSequence: lastSequenceOf(batch) },
        hash: hash.toString('hex'),
        signature: signature.toString('base64'),
      }),
    );
  }
}
