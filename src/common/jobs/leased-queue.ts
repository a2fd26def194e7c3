import type { EntityMetadata, FindOptionsWhere, ObjectLiteral, QueryDeepPartialEntity } from 'typeorm';
import type { UnitOfWork } from '../database/unit-of-work';
import { logger } from '../logging/logger';
import type { BackgroundRunner, BackgroundTask } from './background-runner';
import { InFlight } from './in-flight';
import { ClaimLost, Lease } from './lease';
import { claimStatement } from './leased-queue.sql';
import type { Claimed, LeasedQueueOptions, QueueShape } from './leased-queue.types';
import { takeovers } from './takeovers';
import { Turns } from './turns';

const CONCURRENCY = 1;
const IDLE_MS = 1_000;
const RETRY_SECONDS = 10;
const NEVER = new AbortController().signal;

/**
 * A queue of rows for any number of processes (decisions 0043, 0305). A process claims a row under a lease and renews the lease while it
 * works. If the lease expires, another process takes the row over. A fence number ensures that only the newest claim can change the
 * row. Create queues with `LeasedQueues.open`, which also runs them.
 */
export class LeasedQueue<Row extends ObjectLiteral, Claim extends object> implements BackgroundTask {
  readonly name: string;
  readonly idleMs: number;
  private readonly lease: Lease;
  private readonly inFlight: InFlight;
  private readonly turns: Turns;
  private readonly table: EntityMetadata;
  private readonly shape: QueueShape<Row, Claim>;
  private readonly turnOf: string;
  private readonly leaseColumn: string;
  readonly isDue: string;
  /** As it was at the last claim: a piece that has ended since then makes room for a row that the claim passed over. */
  roomAgain: Promise<void> | null = null;
  /** The statement that claims a row: `$1` seconds of the lease, `$2` the workspace with the turn. */
  readonly statement: string;

  constructor(
    private readonly options: LeasedQueueOptions<Row, Claim>,
    private readonly unit: UnitOfWork,
    private readonly runner: BackgroundRunner,
  ) {
    const { name, task, entity, shape = {} } = options;
    this.name = task ?? name.replaceAll('_', '-');
    this.idleMs = options.idleMs ?? IDLE_MS;
    this.lease = new Lease(options.leaseSeconds);
    this.inFlight = new InFlight(options.concurrency ?? CONCURRENCY);
    this.table = unit.manager.dataSource.getMetadata(entity);
    this.shape = shape;
    this.turnOf = shape.turnOf ?? 'workspaceId';
    this.leaseColumn = shape.lease ?? 'dueAt';
    if (!this.has('fence') && !shape.unfenced) throw new Error(`The queue ${name} has no column fence`);
    const { waiting = 'due_at IS NOT NULL', due = 'due_at <= now()', since = 'due_at', first } = shape;
    const of = this.column(this.turnOf);
    const table = `${this.table.tableName} t`;
    this.turns = new Turns(unit, { table, of, waiting, due, since, ...(first === undefined ? {} : { first }) });
    this.isDue = [this.turns.isAnyDue, options.isAlsoDue].filter(Boolean).join(' OR ');
    this.statement = claimStatement(this.table, {
      ...{ waiting, due, turnOf: of, order: shape.order ?? since },
      isTakenOver: shape.isTakenOver ?? 't.is_held',
      assignments: this.assignments(),
      returns: this.returns(),
    });
    takeovers.inc({ queue: name }, 0);
  }

  /** Claims a row of the workspace with the turn. Null if no row is due. */
  async claim(): Promise<Claim | null> {
    const claim = await this.turns.take((turn) => this.claimOf(turn), this.inFlight);
    if (claim || this.inFlight.having.length > 0) return claim;
    return (await this.options.claimWhenIdle?.()) ?? null;
  }

  /** Renews the lease of a claim. Does nothing if the claim is lost. */
  async renew(claim: Claim): Promise<void> {
    if (this.shape.renew) await this.shape.renew(claim, this.lease.seconds);
    else await this.update(claim, this.ending(this.leaseEnd));
  }

  /** Changes a claimed row. False if the claim is lost. */
  async update(claim: Claim, change: QueryDeepPartialEntity<Row>): Promise<boolean> {
    const { affected } = await this.unit.manager.update<Row>(this.table.target, this.held(claim), change);
    return affected === 1;
  }

  /** Changes a claimed row and renews the lease. @throws ClaimLost, which rolls back the running transaction */
  async proceed(claim: Claim, change: QueryDeepPartialEntity<Row>): Promise<void> {
    if (!(await this.update(claim, { ...change, ...this.ending(this.leaseEnd) }))) throw new ClaimLost();
  }

  /** Ends the work and changes the row. @throws ClaimLost, which rolls back the running transaction */
  async finish(claim: Claim, change: QueryDeepPartialEntity<Row> = {}): Promise<void> {
    if (!(await this.update(claim, { ...this.ending(null), ...this.released, ...change }))) throw new ClaimLost();
  }

  /** Ends the work and deletes the row. False if the claim is lost. */
  async delete(claim: Claim): Promise<boolean> {
    return (await this.unit.manager.delete<Row>(this.table.target, this.held(claim))).affected === 1;
  }

  /** Schedules another attempt after a delay in seconds. Does nothing if the claim is lost. */
  async postpone(claim: Claim, seconds: number): Promise<void> {
    const later = `statement_timestamp() + make_interval(secs => ${seconds})`;
    await this.update(claim, { ...this.ending(() => later), ...this.released });
  }

  /** Returns the row to the queue without counting an attempt. Does nothing if the claim is lost. */
  async release(claim: Claim): Promise<void> {
    const attempts = this.has('attempts') ? { attempts: () => 'attempts - 1' } : {};
    await this.update(claim, { ...this.ending(() => 'statement_timestamp()'), ...this.released, ...attempts });
  }

  /** Prevents a takeover of the row until the transaction ends. @throws ClaimLost */
  async ensureHeld(claim: Claim): Promise<void> {
    const lock = { mode: 'pessimistic_write' } as const;
    const row = await this.unit.manager.findOne<Row>(this.table.target, { where: this.held(claim), lock });
    if (!row) throw new ClaimLost();
  }

  /** Makes idle processes look for work at once. Call it after the commit of new work. */
  wake(): void {
    this.runner.wake(this.name);
  }

  /** Counts rows that this process has taken over from dead processes. Claims count automatically. */
  countTakeovers(rows = 1): void {
    if (rows > 0) takeovers.inc({ queue: this.options.name }, rows);
  }

  /** Claims a row and starts the work. With a concurrency of one, also waits for it. */
  async runOnce(signal: AbortSignal = NEVER): Promise<boolean> {
    this.roomAgain = null;
    await this.inFlight.room();
    if (signal.aborted) return false;
    const hasPrepared = (await this.options.beforeClaim?.()) === true;
    this.roomAgain = this.inFlight.roomAgain;
    const claim = await this.claim();
    if (!claim) return hasPrepared;
    const piece = this.process(claim, signal);
    const ended = piece.catch((error: unknown) => {
      if (this.concurrency > 1) logger.error({ err: error, task: this.name }, 'background work failed');
    });
    this.inFlight.add(ended, (claim as Record<string, string>)[this.turnOf]!);
    if (this.concurrency === 1) await piece;
    return true;
  }

  settled(): Promise<void> {
    return this.inFlight.settled();
  }

  private get concurrency(): number {
    return this.options.concurrency ?? CONCURRENCY;
  }

  /** Works on a claim. @throws the error of `work`, if `onError` has not handled it */
  async process(claim: Claim, signal: AbortSignal = NEVER): Promise<void> {
    try {
      await this.attempt(claim, signal);
    } catch (error) {
      if (!(error instanceof ClaimLost)) throw error;
    } finally {
      if (this.options.wakesNext) this.wake();
    }
  }

  private async attempt(claim: Claim, signal: AbortSignal): Promise<void> {
    const { maxAttempts = Infinity } = this.options;
    if (((claim as Partial<Claimed>).attempts ?? 0) > maxAttempts) return this.giveUp(claim);
    try {
      await this.lease.whileHolding(
        () => this.renew(claim),
        () => this.options.work(claim, signal),
      );
    } catch (error) {
      if (error instanceof ClaimLost) throw error;
      await this.recover(claim, error, signal);
    }
  }

  private async recover(claim: Claim, error: unknown, signal: AbortSignal): Promise<void> {
    if (await this.options.onError?.(claim, error)) return;
    if (signal.aborted) return this.release(claim);
    await this.postpone(claim, this.options.retrySeconds ?? RETRY_SECONDS);
    throw error;
  }

  private async giveUp(claim: Claim): Promise<void> {
    if (this.options.onExhausted) return this.options.onExhausted(claim);
    await this.finish(claim);
    logger.error({ task: this.name, ...this.keyOf(claim) }, 'background work abandoned after too many attempts');
  }

  private async claimOf(turn: string): Promise<Claim | null> {
    if (this.shape.claim) return this.shape.claim(turn, this.lease.seconds);
    // Not prepared: a plan for any workspace could read all rows of a workspace that has most of them.
    const [found] = await this.unit.query<Claim & { isTakenOver: boolean }>(this.statement, [this.lease.seconds, turn]);
    if (!found) return null;
    const { isTakenOver, ...claim } = found;
    if (isTakenOver) this.countTakeovers();
    // TypeScript does not infer that the rest of an intersection is the other part.
    return claim as unknown as Claim;
  }

  private assignments(): string[] {
    return [
      `${this.column(this.leaseColumn)} = statement_timestamp() + make_interval(secs => $1)`,
      ...(this.has('fence') ? ['fence = t.fence + 1'] : []),
      ...(this.has('attempts') ? ['attempts = t.attempts + 1'] : []),
      ...(this.has('isHeld') ? ['is_held = true'] : []),
      ...(this.shape.onClaim === undefined ? [] : [this.shape.onClaim]),
    ];
  }

  private returns(): Record<string, string> {
    const own = ['fence', 'attempts'].filter((property) => this.has(property));
    const properties = [...this.key, this.turnOf, ...own, ...(this.options.columns ?? [])];
    const columns = properties.map((property) => [property, `t.${this.column(property)}`]);
    return { ...(Object.fromEntries(columns) as Record<string, string>), ...this.options.computed };
  }

  /** Matches the row if the claim is its newest. */
  private held(claim: Claim): FindOptionsWhere<Row> {
    const fence = this.shape.unfenced ? {} : { fence: (claim as Partial<Claimed>).fence };
    return { ...this.keyOf(claim), ...fence, ...(this.shape.held ?? { isHeld: true }) } as FindOptionsWhere<Row>;
  }

  private keyOf(claim: Claim): Record<string, unknown> {
    return Object.fromEntries(this.key.map((property) => [property, (claim as Record<string, unknown>)[property]]));
  }

  private get key(): string[] {
    return this.table.primaryColumns.map(({ propertyName }) => propertyName);
  }

  private ending(at: (() => string) | null): QueryDeepPartialEntity<Row> {
    return { [this.leaseColumn]: at } as QueryDeepPartialEntity<Row>;
  }

  private readonly leaseEnd = (): string => `statement_timestamp() + ${this.lease.interval}`;

  private get released(): QueryDeepPartialEntity<Row> {
    return (this.has('isHeld') ? { isHeld: false } : {}) as QueryDeepPartialEntity<Row>;
  }

  private has(property: string): boolean {
    return this.table.findColumnWithPropertyName(property) !== undefined;
  }

  private column(property: string): string {
    return this.table.findColumnWithPropertyName(property)!.databaseName;
  }
}
