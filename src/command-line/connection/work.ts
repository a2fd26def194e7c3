import { setTimeout as pause } from 'node:timers/promises';
import type { Capability } from '../capability';
import { Refusal, Unavailable } from '../errors';
import { EXIT } from '../exit-codes';
import type { Host } from '../host';
import { isRecord } from '../output/fields';
import { progressOf } from '../output/progress';
import type { Answer, Service } from './service';

/** The state of work that continues after the answer: its progress, and when it ended. */
interface Work {
  progress: number;
  finishedAt: string | null;
  failure?: { message: string } | null;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;
/** In milliseconds: how long to retry a service that does not answer. A restart takes less. */
const PATIENCE_MS = 60_000;

export function isWork(body: unknown): body is Work {
  return isRecord(body) && typeof body['progress'] === 'number' && 'finishedAt' in body;
}

export interface Following {
  service: Service;
  /** The operation that started the work. */
  capability: Capability;
  host: Host;
}

/** Waits for the end of the work with a progress bar, and returns its record. Ctrl-C stops the wait, not the work. */
export async function finished({ body, location }: Answer, { service, capability, host }: Following): Promise<unknown> {
  if (!isWork(body) || location === null) return body;
  const bar = await progressOf({ title: 'Working', unit: '%', total: 100 }, host);
  let work: Work = body;
  try {
    for (let wait = FIRST_PAUSE_MS; work.finishedAt === null; wait = Math.min(wait * 1.5, LONGEST_PAUSE_MS)) {
      bar.show(Math.floor(work.progress * 100));
      await pause(wait);
      const now = await read(service, capability, location);
      if (!isWork(now))
        throw new Unavailable('The progress of the work is unknown: the service returned another record.');
      work = now;
    }
  } finally {
    bar.end();
  }
  return work;
}

async function read(service: Service, capability: Capability, location: string): Promise<unknown> {
  const lookUp = { method: 'GET', path: location, headers: {}, body: null };
  for (const until = Date.now() + PATIENCE_MS; ;) {
    try {
      return (await service.call(capability, lookUp)).body;
    } catch (error) {
      const passing = error instanceof Unavailable || (error instanceof Refusal && error.exitCode === EXIT.unavailable);
      if (!passing || Date.now() > until) throw error;
      await pause(LONGEST_PAUSE_MS);
    }
  }
}
