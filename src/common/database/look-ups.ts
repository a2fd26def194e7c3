import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import type { LookUp } from './look-up';
import { perTurn } from './per-turn';
import { UnitOfWork } from './unit-of-work';

type Parameters = readonly (string | Buffer | null)[];
type FoundRow = Record<string, unknown>;

/** Runs look-ups, many of them in one statement where their callers can wait for each other. */
@Injectable()
export class LookUps {
  private readonly together = new AsyncLocalStorage<true>();
  private readonly loads = new Map<LookUp, (parameters: Parameters) => Promise<FoundRow | null>>();

  constructor(private readonly work: UnitOfWork) {}

  /** Null if there is no such row. */
  async find<Row>(lookUp: LookUp, parameters: Parameters): Promise<Row | null> {
    if (this.isTogether) return (await this.loadOf(lookUp)(parameters)) as Row | null;
    const [row] = await this.work.prepared<Row>(lookUp.sql, parameters);
    return row ?? null;
  }

  /** Look-ups of the work run together with those of other callers that begin in the same turn of the event loop. */
  inCompany<Result>(work: () => Result): Result {
    return this.together.run(true, work);
  }

  /** Whether look-ups wait for others. A transaction sees its own changes, so its look-ups are its own. */
  get isTogether(): boolean {
    return this.together.getStore() === true && !this.work.isRunning;
  }

  private loadOf(lookUp: LookUp): (parameters: Parameters) => Promise<FoundRow | null> {
    const load =
      this.loads.get(lookUp) ?? perTurn((sets: readonly Parameters[]) => this.findMany(lookUp, sets), textOf);
    this.loads.set(lookUp, load);
    return load;
  }

  private async findMany(lookUp: LookUp, sets: readonly Parameters[]): Promise<(FoundRow | null)[]> {
    const rows = await this.work.prepared<FoundRow>(lookUp.forMany, lookUp.lists(sets));
    const found = new Map(rows.map(({ 'wanted.place': place, ...row }) => [place, row]));
    return sets.map((_set, index) => found.get(index + 1) ?? null);
  }
}

function textOf(parameters: Parameters): string {
  return parameters.map((one) => (Buffer.isBuffer(one) ? one.toString('base64') : one)).join(' ');
}
