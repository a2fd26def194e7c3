import { statSync } from 'node:fs';
import { BenchServer, makeDataDir, removeDataDir, withClient } from '../support/database';
import { OWN_NODE } from '../support/node-binary';
import { startService } from '../support/servers';
import { createTenant } from '../support/tenant';
import type { AnswersClient } from './answers.client';
import { httpClient } from './http.client';
import { inProcess } from './in-process/in-process.client';
import { inWorkers } from './in-process/in-workers';
import { prepareScratch } from './in-process/scratch-database';
import { type AnswersOptions, readAnswersOptions } from './options';
import type { AnswerSet } from './sets/answer-set.types';
import { benchSets, type Measured } from './sets/bench-sets';
import { measureSet } from './sets/measure-set';
import { benchSquad } from './squad/bench-squad';

const POLL_MS = 200;

/** New agents, and sets measured with such agents. */
interface Agents {
  connect: () => Promise<AnswersClient>;
  measure: (sets: readonly AnswerSet[]) => Promise<readonly Measured[]>;
}

/**
 * Measures a file in SQuAD 2.0's format, or a folder with the documentation of products and questions about it. The search and the
 * answers run in processes of the bench. With embeddings, the whole service runs and is measured over HTTP. The database is that of
 * `--keep`, otherwise a new one on the server of DATABASE_URL or an embedded one.
 */
async function main(argv: readonly string[]): Promise<void> {
  const options = readAnswersOptions(argv);
  const isFolder = statSync(options.path).isDirectory();
  await withDatabase(options, async (databaseUrl, database) => {
    const withAgents = options.embeddings === undefined ? withProcesses : withService;
    await withAgents(databaseUrl, options, async ({ connect, measure }) => {
      const circumstances = { node: process.version, database };
      const results = await (isFolder
        ? benchSets(options, measure, circumstances)
        : benchSquad(options, connect, circumstances));
      console.log(`\n${results}\n`);
    });
  });
}

async function withDatabase(
  { keep }: AnswersOptions,
  work: (url: string, description: string) => Promise<void>,
): Promise<void> {
  if (keep !== undefined) return work(keep, 'kept');
  const server = await BenchServer.start();
  try {
    await work(await server.createDatabase(), server.description);
  } finally {
    await server.stop();
  }
}

async function withProcesses(
  databaseUrl: string,
  { processes }: AnswersOptions,
  work: (agents: Agents) => Promise<void>,
): Promise<void> {
  await prepareScratch(databaseUrl);
  const { connect, close } = inProcess(databaseUrl);
  try {
    await work({
      connect: () => Promise.resolve(connect()),
      measure: (sets) => inWorkers(sets, processes, databaseUrl),
    });
  } finally {
    await close();
  }
}

async function withService(
  databaseUrl: string,
  { embeddings = '' }: AnswersOptions,
  work: (agents: Agents) => Promise<void>,
): Promise<void> {
  const dataDir = makeDataDir();
  const settings = { EMBEDDING_BASE_URL: embeddings, EMBEDDING_MODEL: 'bench' };
  const service = await startService({ node: OWN_NODE.path, databaseUrl, dataDir, profile: undefined }, { settings });
  try {
    const tenant = await createTenant(databaseUrl);
    const connect = (): Promise<AnswersClient> => httpClient(service.url, tenant, () => embedded(databaseUrl));
    const measure = async (sets: readonly AnswerSet[]): Promise<Measured[]> => {
      const measured: Measured[] = [];
      for (const set of sets) measured.push(await measureSet(await connect(), set));
      return measured;
    };
    await work({ connect, measure });
  } finally {
    await service.stop();
    removeDataDir(dataDir);
  }
}

/** Waits until all passages have embeddings. The API does not report it, since no customer waits for it. */
async function embedded(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    for (;;) {
      const { rows } = await client.query('SELECT 1 FROM knowledge_embedding_jobs LIMIT 1');
      if (rows.length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  });
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
