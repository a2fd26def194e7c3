import { AsyncLocalStorage } from 'node:async_hooks';
import type { TraceContext } from './trace-context';

/** As in OpenTelemetry: `client` sends a request, `server` answers one, `internal` is work in between. */
export type SpanRole = 'server' | 'client' | 'internal';

/** Words of the program, numbers, and ids that the log contains too. Never text from people, and no addresses. */
export type SpanFacts = Readonly<Record<string, string | number | boolean | string[] | undefined>>;

export interface SpanStart {
  name: string;
  role: SpanRole;
  facts?: SpanFacts;
  /** The context of the caller's trace, if the caller sent one. */
  origin?: TraceContext;
  /** Milliseconds since 1970. Default: now. */
  startedAt?: number;
}

/** A timed part of a trace. */
export interface Span {
  /** The context to send with requests that belong to this span. */
  readonly trace: TraceContext;
  /** False if it has ended, or is not recorded. */
  readonly isRunning: boolean;
  rename(name: string): void;
  add(facts: SpanFacts): void;
  /** `failure`: the class or code of the error, if the work failed. */
  end(failure?: string, endedAt?: number): void;
}

/** Records spans. */
export interface SpanRecorder {
  begin(start: SpanStart, parent: Span | undefined): Span;
}

let recorder: SpanRecorder | null = null;
const running = new AsyncLocalStorage<{ span: Span; job?: JobStatements }>();

/** Sets the recorder of this process. Null turns recording off. */
export function recordSpansWith(next: SpanRecorder | null): void {
  recorder = next;
}

/** Runs `work` in a new span, which the caller must end. The span is null while recording is off. */
export function beginSpan<T>(start: SpanStart, work: (span: Span | null) => T): T {
  if (!recorder) return work(null);
  const span = recorder.begin(start, running.getStore()?.span);
  return running.run({ span }, () => work(span));
}

/** Runs `work` in a new span, which ends with it. A failure of `work` is recorded and thrown again. */
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

/** Runs `look` in a span of its own. The span is recorded only if there was work, because most tasks look every second in vain. */
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

/** Starts the span of a SQL statement and returns a function that ends it. Records nothing outside of a running span. */
export function statementSpan(sql: string): (error?: unknown) => void {
  if (!recorder) return ended;
  const store = running.getStore();
  // Work that outlives its request, such as a timer, does not belong to the request's span.
  if (!store || !(store.job ?? store.span.isRunning)) return ended;
  const startedAt = Date.now();
  return (error) => {
    const endedAt = Date.now();
    const record = (): void => recordStatement(sql, store.span, { startedAt, endedAt, error });
    if (store.job) store.job.hold(record);
    else record();
  };
}

/** The context of the running span, to send with requests. Undefined while recording is off. */
export function runningTrace(): TraceContext | undefined {
  return recorder ? running.getStore()?.span.trace : undefined;
}

/** Holds back the statements of a look for work until it has found some. */
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

/** The most characters of a recorded statement. Parameters are never recorded. */
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

/** The class or the code of an error. Its message is left out, because messages can quote personal data. */
export function failureOf(error: unknown): string {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown };
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : 'unknown';
}

function ended(): void {}
