import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ContactChangesRepository } from './contact-changes.repository';
import { ContactIndexing } from './contact-indexing';

/** Number of changes of a workspace that may wait for the index during an import. Each costs a list one look-up. */
const MOST_WAITING = 100_000;
/** Number of changes after which the waiting ones are counted again, since counting has a cost. */
const COUNT_AFTER = 20_000;
const PAUSE_MS = 100;

/** Slows down code that changes thousands of contacts, so that the index can keep up. */
@Injectable()
export class IndexingBacklog {
  private uncounted = 0;

  constructor(
    private readonly changes: ContactChangesRepository,
    private readonly indexing: ContactIndexing,
  ) {}

  /**
   * Call it after this many changes of a workspace's contacts. If too many of them are not indexed, it waits and helps.
   */
  async bound(workspaceId: string, changes: number, signal: AbortSignal): Promise<void> {
    this.uncounted += changes;
    if (this.uncounted < COUNT_AFTER) return;
    this.uncounted = 0;
    while (!signal.aborted && (await this.isFull(workspaceId))) {
      // Nothing to claim: another process is working on it.
      if (!(await this.indexing.runOnce(signal))) await pause(PAUSE_MS);
    }
  }

  private async isFull(workspaceId: string): Promise<boolean> {
    return (await this.changes.count(workspaceId, MOST_WAITING)) === MOST_WAITING;
  }
}
