import { OWN_NODE } from '../support/node-binary';
import { BenchServer, makeDataDir, removeDataDir } from '../support/database';
import { startService } from '../support/servers';
import { createTenant } from '../support/tenant';
import type { Measured } from './figures';
import { httpClient } from './http.client';
import { type Passage, type Question, readQuestions } from './questions';
import { report } from './report';
import { runAnswers } from './run';

/**
 * `FILE` in SQuAD 2.0's format. Starts the service with a database of its own, on the server that DATABASE_URL names or
 * an embedded one, and measures it over HTTP: sources are uploaded and indexed, every question is a chat turn.
 */
async function main(file: string | undefined): Promise<void> {
  if (!file) throw new Error('Which file? It is the first argument, in the format of SQuAD 2.0.');
  const material = readQuestions(file);
  const started = performance.now();
  const server = await BenchServer.start();
  try {
    const measured = await measure(server, material);
    const circumstances = {
      articles: new Set(material.passages.map(({ article }) => article)).size,
      passages: material.passages.length,
      questions: material.questions.length,
      node: process.version,
      database: server.description,
      seconds: Math.round((performance.now() - started) / 1000),
    };
    console.log(`\n${report(measured, circumstances)}\n`);
  } finally {
    await server.stop();
  }
}

async function measure(
  server: BenchServer,
  material: { passages: readonly Passage[]; questions: readonly Question[] },
): Promise<Measured> {
  const dataDir = makeDataDir();
  const databaseUrl = await server.createDatabase();
  const service = await startService({ node: OWN_NODE.path, databaseUrl, dataDir, profile: undefined });
  try {
    const tenant = await createTenant(databaseUrl);
    return await runAnswers(material, () => httpClient(service.url, tenant));
  } finally {
    await service.stop();
    removeDataDir(dataDir);
  }
}

main(process.argv[2]).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
