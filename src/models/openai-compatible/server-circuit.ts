import { LRUCache } from 'lru-cache';
import type { FallbackReason } from '../answer-model.port';
import { ModelFailure } from './model-failure';

/** The number of consecutive failures after which a server is paused. */
const MOST_FAILURES = 5;
/** How often the pause can double while trials fail. */
const MOST_DOUBLINGS = 3;
/** The longest pause that a server can request, in milliseconds. */
const LONGEST_WAIT_MS = 300_000;
/** The most servers to remember. The pause of a forgotten server ends. */
const MOST_SERVERS = 10_000;

/** Failures of the server itself. Failures that depend on the request do not count, or one customer could pause the server for all others. */
const OF_THE_SERVER: ReadonlySet<FallbackReason> = new Set([
  'redirected',
  'unauthorized',
  'rate_limited',
  'failed',
  'loading',
  'path_not_found',
  'unreachable',
  'blocked_address',
  'timed_out',
] satisfies FallbackReason[]);

/** The circuits of model servers in this process, separate for each workspace. */
export class ServerCircuits {
  private readonly circuits = new LRUCache<string, ServerCircuit>({ max: MOST_SERVERS });

  /** A `pauseMs` of 0 turns pauses off. */
  constructor(private readonly pauseMs: number) {}

  of(workspaceId: string, baseUrl: string): ServerCircuit {
    const key = `${workspaceId} ${baseUrl}`;
    const circuit = this.circuits.get(key) ?? new ServerCircuit(this.pauseMs);
    this.circuits.set(key, circuit);
    return circuit;
  }

  /** The server has answered: ends its pauses in all workspaces. */
  closeAll(baseUrl: string): void {
    for (const [key, circuit] of this.circuits.entries()) if (key.endsWith(` ${baseUrl}`)) circuit.close();
  }
}

/**
 * A circuit breaker for a server. After five consecutive failures, the server is paused. Then one request is sent as a trial, and others
 * are refused until it ends. A server can also request a pause with Retry-After, up to five minutes.
 */
export class ServerCircuit {
  private failures = 0;
  private pausedUntil = 0;
  /** The number of pauses since the last answer of the server. */
  private pauses = 0;
  /** Changes with each pause, so that results of earlier requests are ignored. */
  private epoch = 0;
  private isTried = false;

  constructor(
    private readonly pauseMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @throws ModelFailure if the server is paused, and the errors of `ask` */
  async run<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const wait = this.pausedUntil - this.now();
    if (wait > 0 || this.isTried) {
      throw new ModelFailure('paused', { retryAfterSeconds: Math.max(1, Math.ceil(wait / 1_000)) });
    }
    this.isTried = this.isOnTrial;
    const { epoch } = this;
    try {
      const answer = await ask();
      if (epoch === this.epoch) this.close();
      return answer;
    } catch (error) {
      if (epoch === this.epoch) this.judge(error);
      throw error;
    }
  }

  /** Calls the server even during a pause. An answer ends the pause. @throws the errors of `ask` */
  async test<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const answer = await ask();
    this.close();
    return answer;
  }

  private get isOnTrial(): boolean {
    return this.failures >= MOST_FAILURES;
  }

  /** The server has answered. */
  close(): void {
    this.failures = 0;
    this.pauses = 0;
    this.pausedUntil = 0;
    this.isTried = false;
  }

  private judge(error: unknown): void {
    // The server has answered, although not in the requested form.
    if (!(error instanceof ModelFailure) || !OF_THE_SERVER.has(error.reason)) return this.close();
    if (this.pauseMs === 0) return;
    if (error.waitMs && !this.isOnTrial) return this.pause(Math.min(error.waitMs, LONGEST_WAIT_MS));
    this.failures += 1;
    if (!this.isOnTrial) return;
    const pause = this.pauseMs * 2 ** Math.min(this.pauses++, MOST_DOUBLINGS);
    this.pause(Math.max(pause, Math.min(error.waitMs ?? 0, LONGEST_WAIT_MS)));
  }

  private pause(milliseconds: number): void {
    this.pausedUntil = this.now() + milliseconds;
    this.epoch += 1;
    this.isTried = false;
  }
}
