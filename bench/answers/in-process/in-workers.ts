import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../../support/server-process';
import type { AnswerSet } from '../sets/answer-set.types';
import type { Measured } from '../sets/bench-sets';

/** Measures sets in so many processes; each gets the next set when it is ready. The results are in the sets' order. */
export async function inWorkers(
  sets: readonly AnswerSet[],
  processes: number,
  databaseUrl: string,
): Promise<Measured[]> {
  const results: Measured[] = [];
  // All workers share one iterator, which begins with the longest sets.
  const queue = [...sets.entries()].sort(([, left], [, right]) => right.cases.length - left.cases.length).values();
  const work = async (): Promise<void> => {
    const worker = startWorker(databaseUrl);
    try {
      for (const [index, set] of queue) results[index] = await measuredBy(worker, set);
    } finally {
      worker.disconnect();
    }
  };
  await Promise.all(Array.from({ length: Math.min(processes, sets.length) }, work));
  return results;
}

function startWorker(databaseUrl: string): ChildProcess {
  const execArgv = ['-r', join(ROOT, 'scripts/register-swc.js')];
  return fork(join(__dirname, 'set-worker.ts'), [databaseUrl], { execArgv, serialization: 'advanced' });
}

async function measuredBy(worker: ChildProcess, set: AnswerSet): Promise<Measured> {
  const ended = new AbortController();
  const [measured] = await Promise.race([
    once(worker, 'message', { signal: ended.signal }) as Promise<[Measured]>,
    once(worker, 'exit', { signal: ended.signal }).then(() => Promise.reject(new Error(`${set.name}: a worker ended`))),
    new Promise<never>((_, reject) => worker.send(set, (error) => error && reject(error))),
  ]);
  ended.abort();
  return measured;
}
