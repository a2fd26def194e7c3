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
 * Rows of a table as work for any number of processes (decisions 0043, 0305). A process claims a row under a lease; while it works it
 * renews that, and once the lease has ended without, another process takes the row over. What a claim changes counts only while no
 * later one was made: its fence tells. `LeasedQueues.open` makes one and runs it.
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
  /** What claims a row: `$1` seconds of the lease, `$2` whose turn it is. */
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
    this.statement = claimStatement(this.table, {
      ...{ waiting, due, turnOf: of, order: shape.order ?? since },
      isTakenOver: shape.isTakenOver ?? 't.is_held',
      assignments: this.assignments(),
      returns: this.returns(),
    });
    takeovers.inc({ queue: name }, 0);
  }

  /** A row of the workspace whose turn it is; null where nothing is due. */
  async claim(): Promise<Claim | null> {
    const claim = await this.turns.take((turn) => this.claimOf(turn), this.inFlight);
    if (claim || this.inFlight.having.length > 0) return claim;
    return (await this.options.claimWhenIdle?.()) ?? null;
  }

  /** Goes on holding a claim; does nothing where it is lost. */
  async renew(claim: Claim): Promise<void> {
    if (this.shape.renew) await this.shape.renew(claim, this.lease.seconds);
    else await this.update(claim, this.ending(this.leaseEnd));
  }

  /** Changes a claimed row; false where the claim is lost. */
  async update(claim: Claim, change: QueryDeepPartialEntity<Row>): Promise<boolean> {
    const { affected } = await this.unit.manager.update<Row>(this.table.target, this.held(claim), change);
    return affected === 1;
  }

  /** The same, and the lease begins anew. @throws ClaimLost, which undoes the running transaction */
  async proceed(claim: Claim, change: QueryDeepPartialEntity<Row>): Promise<void> {
    if (!(await this.update(claim, { ...change, ...this.ending(this.leaseEnd) }))) throw new ClaimLost();
  }

  /** Ends the work, with what it changes in its row. @throws ClaimLost, which undoes the running transaction */
  async finish(claim: Claim, change: QueryDeepPartialEntity<Row> = {}): Promise<void> {
    if (!(await this.update(claim, { ...this.ending(null), ...this.released, ...change }))) throw new ClaimLost();
  }

  /** Ends the work with its row; false where the claim is lost. */
  async delete(claim: Claim): Promise<boolean> {
    return (await this.unit.manager.delete<Row>(this.table.target, this.held(claim))).affected === 1;
  }

  /** Another attempt in so many seconds. Does nothing where the claim is lost. */
  async postpone(claim: Claim, seconds: number): Promise<void> {
    const later = `statement_timestamp() + make_interval(secs => ${seconds})`;
    await this.update(claim, { ...this.ending(() => later), ...this.released });
  }

  /** Lets others have their turn; this was no attempt. Does nothing where the claim is lost. */
  async release(claim: Claim): Promise<void> {
    const attempts = this.has('attempts') ? { attempts: () => 'attempts - 1' } : {};
    await this.update(claim, { ...this.ending(() => 'statement_timestamp()'), ...this.released, ...attempts });
  }

  /** Keeps others from taking the row over until the transaction ends. @throws ClaimLost */
  async ensureHeld(claim: Claim): Promise<void> {
    const lock = { mode: 'pessimistic_write' } as const;
    const row = await this.unit.manager.findOne<Row>(this.table.target, { where: this.held(claim), lock });
    if (!row) throw new ClaimLost();
  }

  /** Makes idle processes look at once; after the commit of what they are to find. */
  wake(): void {
    this.runner.wake(this.name);
  }

  /** Notes that this process took rows up of others that had died; claims do so by themselves. */
  countTakeovers(rows = 1): void {
    if (rows > 0) takeovers.inc({ queue: this.options.name }, rows);
  }

  /** Claims a row and begins to work on it; where there is room for one only, until that is done. */
  async runOnce(signal: AbortSignal = NEVER): Promise<boolean> {
    await this.inFlight.room();
    if (signal.aborted) return false;
    const hasPrepared = (await this.options.beforeClaim?.()) === true;
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

  get roomAgain(): Promise<void> | null {
    return this.inFlight.roomAgain;
  }

  settled(): Promise<void> {
    return this.inFlight.settled();
  }

  private get concurrency(): number {
    return this.options.concurrency ?? CONCURRENCY;
  }

  /** Works on a claim. @throws the error of `work` that `onError` has not dealt with */
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
    logger.error({ task: this.name, ...this.keyOf(claim) }, 'background work given up');
  }

  private async claimOf(turn: string): Promise<Claim | null> {
    if (this.shape.claim) return this.shape.claim(turn, this.lease.seconds);
    // Not prepared: planned without knowing the workspace, it may read all rows of one that has nearly all.
    const [found] = await this.unit.query<Claim & { isTakenOver: boolean }>(this.statement, [this.lease.seconds, turn]);
    if (!found) return null;
    const { isTakenOver, ...claim } = found;
    if (isTakenOver) this.countTakeovers();
    // TypeScript does not take the rest of an intersection for the other half.
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

  /** The row, while the claim is its newest. */
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
