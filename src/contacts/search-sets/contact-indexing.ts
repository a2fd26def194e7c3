import { setImmediate as otherWork } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LongStatements } from '../../common/database/long-statements';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { BackgroundRunner, type BackgroundTask } from '../../common/jobs/background-runner';
import { type ContactChange, ContactChangesRepository } from './contact-changes.repository';
import { IS_ANY_REQUESTED } from './contact-changes.sql';
import { segmentOf, slotOf } from './contact-set';
import { SegmentEdits, type SetEdit } from './segment-edits';
import { SetWritesRepository } from './set-writes.repository';
import { MOST_NUMBERS, SEGMENT_SLOTS, SlotSet } from './slot-set';

/** Largest number of changes in a transaction: one segment, so that the sets of a new segment are written once. */
const BATCH = SEGMENT_SLOTS;
/** Approximate largest number of slots in memory (100 MB). A segment of usual contacts has eight million. */
const MOST_WEIGHT = 12_000_000;
/** Number of changes that an idle process deletes at once. */
const WORTH_A_VACUUM = 2_000;
/** Number of contacts that are split into terms before other requests get their turn. */
const CONTACTS = 100;
/** Number of sets that are built before other requests get their turn, and stored at once. */
const SETS = 1_000;
/** Size of a batch after which another one follows immediately. */
const MANY = 500;

/**
 * Updates the sets of the index once enough contacts have changed. A batch is one transaction: a reader sees its
 * contacts either as changed or in the sets, never both and never neither.
 */
@Injectable()
export class ContactIndexing implements BackgroundTask {
  readonly name = 'contact-indexing';
  readonly takesItsTime = true;
  readonly idleMs = 500;
  readonly isDue = IS_ANY_REQUESTED;

  private indexedSinceVacuum = 0;

  constructor(
    private readonly changes: ContactChangesRepository,
    private readonly sets: SetWritesRepository,
    private readonly work: UnitOfWork,
    private readonly statements: LongStatements,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  async runOnce(signal: AbortSignal): Promise<boolean> {
    const done = await this.indexSome();
    this.indexedSinceVacuum += done?.indexed ?? 0;
    // Every list reads the changes of its workspace, so the finished ones are deleted.
    if (this.indexedSinceVacuum >= (done?.goOn ? BATCH : WORTH_A_VACUUM)) {
      this.indexedSinceVacuum = 0;
      await this.statements.run('VACUUM (ANALYZE) contact_changes', signal);
    }
    return done?.goOn ?? false;
  }

  /**
   * Returns how many contacts were indexed, and whether to continue immediately. It does not continue if a running
   * transaction holds the request and there was little to do. Returns null if no workspace has enough changes.
   */
  private async indexSome(): Promise<{ indexed: number; goOn: boolean } | null> {
    return this.work.run(async () => {
      const workspaceId = await this.changes.claim();
      if (!workspaceId) return null;
      if (!(await this.sets.lockIfFree(workspaceId))) return { indexed: 0, goOn: false };
      const changes = await this.changes.listLocked(workspaceId, BATCH);
      const indexed = await this.indexFirst(workspaceId, wholeSegments(changes));
      const released = await this.changes.release(workspaceId);
      return { indexed, goOn: released || indexed < changes.length || indexed > MANY };
    });
  }

  /**
   * Removes deleted contacts from the sets at once, together with the stored terms. Waits for a batch in progress,
   * which does not wait for other transactions, and makes others wait until the transaction ends.
   */
  async forgetDeleted(workspaceId: string): Promise<void> {
    await this.sets.lock(workspaceId);
    const seqs = await this.changes.listSeqsOfDeleted(workspaceId);
    let changes = await this.changes.list(workspaceId, seqs);
    while (changes.length > 0) changes = changes.slice(await this.indexFirst(workspaceId, changes));
  }

  /** Indexes as many of them as fit into memory. Returns the number. */
  private async indexFirst(workspaceId: string, changes: readonly ContactChange[]): Promise<number> {
    const { taken, segments } = await editsOf(changes);
    for (const [segment, edits] of segments) await this.apply(workspaceId, segment, [...edits.byTerm()]);
    await this.sets.upsertVersion(workspaceId);
    await this.changes.delete(
      workspaceId,
      changes.slice(0, taken).map(({ seq }) => seq),
    );
    return taken;
  }

  private async apply(workspaceId: string, segment: number, edits: readonly [string, SetEdit][]): Promise<void> {
    for (let from = 0; from < edits.length; from += SETS) {
      const slice = edits.slice(from, from + SETS);
      const terms = slice.map(([term]) => term);
      const present = await this.sets.list(workspaceId, segment, terms);
      const changed = slice.map(([term, edit]) => ({ term, ...edited(present.get(term), edit) }));
      await this.sets.upsert(
        workspaceId,
        segment,
        changed.filter(({ cardinality }) => cardinality > 0),
      );
      const empty = changed.filter(({ cardinality }) => cardinality === 0).map(({ term }) => term);
      if (empty.length > 0) await this.sets.delete(workspaceId, segment, empty);
    }
  }
}

/**
 * Leaves out the last segment of a full batch, unless it is the only one: the next batch has more of it and would write
 * its sets again.
 */
function wholeSegments(changes: readonly ContactChange[]): readonly ContactChange[] {
  const last = changes.length < BATCH ? Infinity : segmentOf(changes.at(-1)!.seq);
  const whole = changes.filter(({ seq }) => segmentOf(seq) < last);
  return whole.length > 0 ? whole : changes;
}

async function editsOf(
  changes: readonly ContactChange[],
): Promise<{ taken: number; segments: Map<number, SegmentEdits> }> {
  const segments = new Map<number, SegmentEdits>();
  let weight = 0;
  let taken = 0;
  for (const { seq, before, after } of changes) {
    if (weight > MOST_WEIGHT) break;
    if (taken % CONTACTS === 0) await otherWork();
    let segment = segments.get(segmentOf(seq));
    if (!segment) segments.set(segmentOf(seq), (segment = new SegmentEdits()));
    weight -= segment.weight;
    segment.take(slotOf(seq), before, after);
    weight += segment.weight;
    taken++;
  }
  return { taken, segments };
}

function edited(stored: Buffer | undefined, { add, remove }: SetEdit): { cardinality: number; slots: Buffer } {
  if (!stored && add.length < MOST_NUMBERS) return { cardinality: add.length, slots: SlotSet.numbers(add.values()) };
  const set = stored ? SlotSet.decode(stored) : new SlotSet();
  for (const slot of remove.values()) set.remove(slot);
  for (const slot of add.values()) set.add(slot);
  return { cardinality: set.count(), slots: set.encode() };
}
