import { statSync } from 'node:fs';
import { BenchServer, makeDataDir, removeDataDir, withClient } from '../support/database';
import { OWN_NODE } from '../support/node-binary';
import { startService } from '../support/servers';
import { createTenant } from '../support/tenant';
import type { AnswersClient } from './answers.client';
import { benchDocs } from './docs/bench-docs';
import { httpClient } from './http.client';
import { type AnswersOptions, readAnswersOptions } from './options';
import { benchSquad } from './squad/bench-squad';

const POLL_MS = 200;

/**
 * Measures a file in SQuAD 2.0's format, or a folder with the documentation of a product and questions about it. Starts
 * the service with its own database, on the server of DATABASE_URL or an embedded one, and measures over HTTP: sources
 * are uploaded and indexed, and every question is a chat turn.
 */
async function main(argv: readonly string[]): Promise<void> {
  const options = readAnswersOptions(argv);
  const isFolder = statSync(options.path).isDirectory();
  const server = await BenchServer.start();
  try {
    await withService(server, options, async (connect) => {
      const circumstances = { node: process.version, database: server.description };
      const results = await (isFolder
        ? benchDocs(options, connect, circumstances)
        : benchSquad(options, connect, circumstances));
      console.log(`\n${results}\n`);
    });
  } finally {
    await server.stop();
  }
}

async function withService(
  server: BenchServer,
  { embeddings }: AnswersOptions,
  measure: (connect: () => Promise<AnswersClient>) => Promise<void>,
): Promise<void> {
  const dataDir = makeDataDir();
  const databaseUrl = await server.createDatabase();
  const settings: Record<string, string> =
    embeddings === undefined ? {} : { EMBEDDING_BASE_URL: embeddings, EMBEDDING_MODEL: 'bench' };
  const service = await startService({ node: OWN_NODE.path, databaseUrl, dataDir, profile: undefined }, { settings });
  try {
    const tenant = await createTenant(databaseUrl);
    await measure(() => httpClient(service.url, tenant, () => embedded(databaseUrl)));
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
