import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { makeDataDir, removeDataDir } from '../../support/database';
import type { CaseFigures } from '../../support/report';
import type { ServerProcess } from '../../support/server-process';
import { figure } from '../../support/figure';
import { quantile, type Sample } from '../../support/interleaved';
import { copyRows, copyText, csv, ndjson } from './copy-text';
import { importContacts } from './import-client';
import { buildSearchIndexes, indexed, load } from './load';
import type { Places } from './workspaces';

/** Goals: at least a third of COPY's speed, and memory that does not grow with the file. */
const GOALS = { time: 3, memory: 1.2 };
const MEMORY_EVERY_MS = 250;

interface Subjects {
  service: ServerProcess;
  places: Places;
  contacts: number;
  file: 'ndjson' | 'csv';
}

/**
 * Compares the service's import of a file of JSON lines or CSV with COPY of the same rows from a file into a table with
 * the same checks, keys and indexes. Then includes the indexes for searches: the service updates its own, and the peer
 * builds its trigram and agent indexes, which is the fastest way.
 */
export async function importBeside(
  client: Client,
  { service, places, contacts, file }: Subjects,
): Promise<CaseFigures[]> {
  const folder = makeDataDir();
  const files = { upload: join(folder, `contacts.${file}`), copy: join(folder, 'contacts.copy') };
  const rows = { ...places.big, count: contacts };
  const taken = { import: 0, indexed: 0, copy: 0, indexes: 0 };
  const processor = { before: service.processorSeconds(), import: 0, indexed: 0 };
  let memory: number[] = [];
  try {
    await pipeline(
      Readable.from(file === 'csv' ? csv(rows) : ndjson(rows), { objectMode: false }),
      createWriteStream(files.upload),
    );
    await pipeline(Readable.from(copyText(rows), { objectMode: false }), createWriteStream(files.copy));
    await load(client, places, async (table) => {
      await client.query('CHECKPOINT');
      if (table === 'contacts') {
        const upload = { file: files.upload, contacts };
        const during = await memoryDuring(service, () => importContacts(service, places.big, upload));
        [taken.import, memory] = [during.result, during.megabytes];
        processor.import = service.processorSeconds() - processor.before;
        const started = performance.now();
        await indexed(client);
        processor.indexed = service.processorSeconds() - processor.before;
        taken.indexed = taken.import + performance.now() - started;
      } else {
        taken.copy = await copyRows(client, table, createReadStream(files.copy));
        taken.indexes = taken.copy + (await buildSearchIndexes(client));
      }
    });
    const megabytes = Math.round(statSync(files.upload).size / 1024 ** 2);
    const speed = (milliseconds: number): string => `${Math.round((contacts / milliseconds) * 1000)} rows/s`;
    const [first, second] = halves(memory);
    return [
      figure(`${contacts} rows, ${megabytes} MB`, once('Parley', taken.import), once('COPY', taken.copy), {
        goal: GOALS.time,
        note: `${speed(taken.import)}, COPY ${speed(taken.copy)}; ${processor.import} s of processor time in Node`,
      }),
      figure('the same, ready to search', once('Parley', taken.indexed), once('COPY, GIN', taken.indexes), {
        goal: null,
        note: `${speed(taken.indexed)}, COPY ${speed(taken.indexes)}; ${processor.indexed} s in Node`,
      }),
      figure('resident MB meanwhile', second, first, { goal: GOALS.memory, note: 'p99: the peak' }),
    ];
  } finally {
    removeDataDir(folder);
  }
}

const once = (name: string, milliseconds: number): Sample => ({ name, n: 1, p50: milliseconds, p99: milliseconds });

async function memoryDuring<T>(
  service: ServerProcess,
  work: () => Promise<T>,
): Promise<{ result: T; megabytes: number[] }> {
  const megabytes: number[] = [];
  const timer = setInterval(() => megabytes.push(service.residentMegabytes()), MEMORY_EVERY_MS);
  try {
    return { result: await work(), megabytes };
  } finally {
    clearInterval(timer);
  }
}

function halves(values: readonly number[]): [first: Sample, second: Sample] {
  const middle = Math.floor(values.length / 2);
  const sample = (name: string, half: readonly number[]): Sample => {
    const sorted = [...half].sort((a, b) => a - b);
    return { name, n: half.length, p50: quantile(sorted, 0.5), p99: quantile(sorted, 1) };
  };
  return [sample('first half', values.slice(0, middle)), sample('second half', values.slice(middle))];
}
