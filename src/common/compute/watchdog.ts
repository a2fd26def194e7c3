import { Worker } from 'node:worker_threads';

const EVERY_MS = 50;
/** Whoever asked bounds the time as well and tells of it; this is for when they have died. */
const LATER_MS = 5_000;

/** As text, because a thread begins with a file, and this one is compiled differently in tests. */
const THREAD = `
  const { workerData: { ends, bytes } } = require('node:worker_threads');
  setInterval(() => {
    const end = Number(Atomics.load(ends, 0));
    if (end > 0 && Date.now() > end) process.kill(process.pid, 'SIGKILL');
    if (end > 0 && process.memoryUsage.rss() > bytes) process.kill(process.pid, 'SIGABRT');
  }, ${EVERY_MS})`;

/**
 * Ends this process where asynchronous work takes too long, or more memory than it may, also outside of the heap that V8
 * bounds: a thread of its own, because such work may never let the event loop look at a clock. SIGABRT is what V8 itself ends a
 * process by whose heap is full.
 */
export class Watchdog {
  /** When the work under way has to be done, in milliseconds since 1970; 0 while there is none. */
  private readonly ends = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
  private thread: Worker | null = null;

  constructor(private readonly bytes: number) {}

  async during<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
    this.thread ??= new Worker(THREAD, { eval: true, workerData: { ends: this.ends, bytes: this.bytes } });
    this.thread.unref();
    Atomics.store(this.ends, 0, BigInt(Date.now() + milliseconds + LATER_MS));
    try {
      return await work;
    } finally {
      Atomics.store(this.ends, 0, 0n);
    }
  }
}
