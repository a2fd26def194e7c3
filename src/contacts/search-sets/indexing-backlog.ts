import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ContactChangesRepository } from './contact-changes.repository';
import { ContactIndexing } from './contact-indexing';

/** Changes of one workspace that may wait for the index while an import goes on; each costs a list a look-up. */
const MOST_WAITING = 100_000;
/** Changes after which the waiting ones are counted again: counting them is not free. */
const COUNT_AFTER = 20_000;
const PAUSE_MS = 100;

/** Keeps those who change contacts by the thousand from running away from the index. */
@Injectable()
export class IndexingBacklog {
  private uncounted = 0;

  constructor(
    private readonly changes: ContactChangesRepository,
    private readonly indexing: ContactIndexing,
  ) {}

  /** After so many changes of a workspace's contacts: waits, and helps, where too many of them are not indexed yet. */
  async bound(workspaceId: string, changes: number, signal: AbortSignal): Promise<void> {
    this.uncounted += changes;
    if (this.uncounted < COUNT_AFTER) return;
    this.uncounted = 0;
    while (!signal.aborted && (await this.isFull(workspaceId))) {
      // Nothing to claim: another process is at it.
      if (!(await this.indexing.runOnce(signal))) await pause(PAUSE_MS);
    }
  }

  private async isFull(workspaceId: string): Promise<boolean> {
    return (await this.changes.count(workspaceId, MOST_WAITING)) === MOST_WAITING;
  }
}
