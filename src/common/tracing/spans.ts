import { AsyncLocalStorage } from 'node:async_hooks';
import type { TraceContext } from './trace-context';

/** As in OpenTelemetry: who asks, who answers, and what happens in between. */
export type SpanRole = 'server' | 'client' | 'internal';

/** Words of the program, numbers, and ids that the log has too: never what somebody said, and no address. */
export type SpanFacts = Readonly<Record<string, string | number | boolean | string[] | undefined>>;

export interface SpanStart {
  name: string;
  role: SpanRole;
  facts?: SpanFacts;
  /** Where the trace comes from, if it came from elsewhere. */
  origin?: TraceContext;
  /** Milliseconds since 1970; now, unless it has begun before. */
  startedAt?: number;
}

/** Something that takes time and is a part of a trace. */
export interface Span {
  /** What passes the trace on to whoever works for this span. */
  readonly trace: TraceContext;
  /** Not where it has ended, or is not among those that are recorded. */
  readonly isRunning: boolean;
  rename(name: string): void;
  add(facts: SpanFacts): void;
  /** `failure`: a class or a code, where it came to nothing. */
  end(failure?: string, endedAt?: number): void;
}

/** What spans are recorded with. */
export interface SpanRecorder {
  begin(start: SpanStart, parent: Span | undefined): Span;
}

let recorder: SpanRecorder | null = null;
const running = new AsyncLocalStorage<{ span: Span; job?: JobStatements }>();

/** From now on, of this process; null: nothing is recorded. */
export function recordSpansWith(next: SpanRecorder | null): void {
  recorder = next;
}

/** A span that somebody else ends, or null where nothing is recorded. `work` is what happens in it. */
export function beginSpan<T>(start: SpanStart, work: (span: Span | null) => T): T {
  if (!recorder) return work(null);
  const span = recorder.begin(start, running.getStore()?.span);
  return running.run({ span }, () => work(span));
}

/** `work` as a span, which fails as it does. */
export function inSpan<T>(start: SpanStart, work: (span: Span | null) => Promise<T>): Promise<T> {
  return beginSpan(start, async (span) => {
    try {
      const result = await work(span);
      span?.end();
      return result;
    } catch (error) {
      span?.end(failureOf(error));
      throw error;
    }
  });
}

/** A look for work as a span of its own, unless there was none: nothing is told of what looks every second in vain. */
export async function jobSpan(name: string, look: () => Promise<boolean>): Promise<boolean> {
  if (!recorder) return look();
  const span = recorder.begin({ name, role: 'internal' }, undefined);
  const job = new JobStatements();
  return running.run({ span, job }, async () => {
    try {
      const worked = await look();
      if (worked) {
        job.record();
        span.end();
      }
      return worked;
    } catch (error) {
      job.record();
      span.end(failureOf(error));
      throw error;
    }
  });
}

/** A statement of whatever is running; to be called when it has ended. Nothing that runs: nothing is recorded. */
export function statementSpan(sql: string): (error?: unknown) => void {
  if (!recorder) return ended;
  const store = running.getStore();
  // What a request has begun and left behind, such as a timer, is no part of it.
  if (!store || !(store.job ?? store.span.isRunning)) return ended;
  const startedAt = Date.now();
  return (error) => {
    const endedAt = Date.now();
    const record = (): void => recordStatement(sql, store.span, { startedAt, endedAt, error });
    if (store.job) store.job.hold(record);
    else record();
  };
}

/** The trace of what is running, for whoever works for it; undefined where nothing is recorded. */
export function runningTrace(): TraceContext | undefined {
  return recorder ? running.getStore()?.span.trace : undefined;
}

/** What a look for work has asked the database is only told once there was some. */
class JobStatements {
  private static readonly MOST = 200;
  private held: (() => void)[] | null = [];

  hold(record: () => void): void {
    if (this.held === null) record();
    else if (this.held.length < JobStatements.MOST) this.held.push(record);
  }

  record(): void {
    for (const record of this.held ?? []) record();
    this.held = null;
  }
}

/** Of a statement, the beginning: its parameters are no part of it. */
const LONGEST_SQL = 500;

function recordStatement(
  sql: string,
  parent: Span,
  { startedAt, endedAt, error }: { startedAt: number; endedAt: number; error?: unknown },
): void {
  const [operation = 'statement'] = /[A-Za-z]+/.exec(sql) ?? [];
  const name = operation.toUpperCase();
  const text = sql.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_SQL);
  const facts = { 'db.system.name': 'postgresql', 'db.operation.name': name, 'db.query.text': text };
  recorder
    ?.begin({ name, role: 'client', facts, startedAt }, parent)
    .end(error === undefined ? undefined : failureOf(error), endedAt);
}

/** The class or the code: messages quote what somebody said. */
export function failureOf(error: unknown): string {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown };
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : 'unknown';
}

function ended(): void {}
