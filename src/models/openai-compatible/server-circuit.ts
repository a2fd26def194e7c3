import { LRUCache } from 'lru-cache';
import type { FallbackReason } from '../answer-model.port';
import { ModelFailure } from './model-failure';

/** Failures in a row after which a server is left alone. */
const MOST_FAILURES = 5;
/** How often the pause doubles while trials fail. */
const MOST_DOUBLINGS = 3;
/** However long a server asks to be left alone, in milliseconds. */
const LONGEST_WAIT_MS = 300_000;
/** Servers that are remembered; one that is forgotten is asked. */
const MOST_SERVERS = 10_000;

/** What tells of the server, and not of what it was asked: or one customer could have it left alone for all the others. */
const OF_THE_SERVER: ReadonlySet<FallbackReason> = new Set([
  'redirected',
  'unauthorized',
  'rate_limited',
  'failed',
  'unreachable',
  'blocked_address',
  'timed_out',
] satisfies FallbackReason[]);

/** What this process knows of model servers, for each workspace by itself. */
export class ServerCircuits {
  private readonly circuits = new LRUCache<string, ServerCircuit>({ max: MOST_SERVERS });

  /** `pauseMs` 0: servers are asked however often they fail. */
  constructor(private readonly pauseMs: number) {}

  of(workspaceId: string, baseUrl: string): ServerCircuit {
    const key = `${workspaceId} ${baseUrl}`;
    const circuit = this.circuits.get(key) ?? new ServerCircuit(this.pauseMs);
    this.circuits.set(key, circuit);
    return circuit;
  }
}

/**
 * Whether a server is asked. One that has failed five times in a row is not, for a while; then one request is the trial, and the
 * others are refused until that has ended. One that says how long it wants to be left alone is, up to five minutes.
 */
export class ServerCircuit {
  private failures = 0;
  private pausedUntil = 0;
  /** How many pauses there were since the server answered last. */
  private pauses = 0;
  /** Changes with each pause: what was asked before it says nothing about the time after it. */
  private epoch = 0;
  private isTried = false;

  constructor(
    private readonly pauseMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @throws ModelFailure where the server is left alone, and what `ask` throws */
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

  /** Asks in any case; a server that answers is no longer left alone. @throws what `ask` throws */
  async test<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const answer = await ask();
    this.close();
    return answer;
  }

  private get isOnTrial(): boolean {
    return this.failures >= MOST_FAILURES;
  }

  private close(): void {
    this.failures = 0;
    this.pauses = 0;
    this.pausedUntil = 0;
    this.isTried = false;
  }

  private judge(error: unknown): void {
    // It has answered, if not as it was asked to.
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
