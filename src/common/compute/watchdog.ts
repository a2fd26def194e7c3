import { Worker } from 'node:worker_threads';

const EVERY_MS = 50;
/** Added to the time limit. The parent enforces the limit first and reports it; the watchdog acts only if the parent has died. */
const LATER_MS = 5_000;

/** Source text, because a thread starts from a file, which would be compiled differently in tests. */
const THREAD = `
  const { workerData: { ends, bytes } } = require('node:worker_threads');
  setInterval(() => {
    const end = Number(Atomics.load(ends, 0));
    if (end > 0 && Date.now() > end) process.kill(process.pid, 'SIGKILL');
    if (end > 0 && process.memoryUsage.rss() > bytes) process.kill(process.pid, 'SIGABRT');
  }, ${EVERY_MS})`;

/**
 * Ends this process if asynchronous work exceeds its bounds on time or memory, including memory outside of the heap, which V8 does
 * not bound. It runs in a thread, because the work can block the event loop. It uses SIGABRT, like V8 after its heap is full.
 */
export class Watchdog {
  /** Deadline of the work under way, in milliseconds since 1970. 0 without work. */
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
