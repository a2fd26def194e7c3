import { resolve } from 'node:path';
import { api } from '../support/api';
import type { Bench } from '../support/bench';
import { withClient } from '../support/database';
import { figure } from '../support/figure';
import { sampleOf } from '../support/interleaved';
import { startService } from '../support/servers';
import { createTenant } from '../support/tenant';
import { barely } from './barely';
import { type Document, documentsOf } from './documents';

const LOOK_MS = 100;
const INDEXED_WITHIN_MS = 900_000;
/** Number of concurrent uploads. */
const SENDERS = 4;

/** One side of the comparison. Measures the time from the first upload until all documents can be searched. */
interface Side {
  name: string;
  seconds(): Promise<number>;
}

/**
 * Compares indexing the documentation of many files with the minimum work: parsing each of them, and COPY of the same
 * rows. Each service has its own database, since it would otherwise index the other's sources.
 */
export async function indexing(bench: Bench): Promise<void> {
  const { options, conditions } = bench;
  const documents = documentsOf(options.documents);
  const bytes = documents.reduce((sum, { content }) => sum + content.length, 0);
  const folders = [undefined, ...(options.before ? [resolve(options.before)] : [])];
  const services = [];
  const sides: Side[] = [];
  let rowsOf: { databaseUrl: string; agentId: string } | undefined;
  try {
    for (const folder of folders) {
      const databaseUrl = await bench.createDatabase();
      const service = await startService({ ...conditions, databaseUrl }, { ...(folder ? { folder } : {}) });
      services.push(service);
      const tenant = await createTenant(databaseUrl);
      sides.push({
        name: folder ? 'Parley, before' : 'Parley',
        seconds: async () => {
          const { agentId, seconds } = await indexed(service.url, tenant, documents);
          if (!folder) rowsOf = { databaseUrl, agentId };
          return seconds;
        },
      });
    }
    sides.push({
      name: 'parser and COPY',
      seconds: () => withClient(rowsOf!.databaseUrl, (client) => barely(client, rowsOf!.agentId, documents)),
    });
    const taken = sides.map((): number[] => []);
    for (let round = 0; round < options.rounds; round += 1) {
      for (const [at, side] of sides.entries()) taken[at]!.push(await side.seconds());
    }
    const [own, ...others] = sides.map(({ name }, at) => sampleOf(name, taken[at]!));
    const title = `Indexing ${documents.length} documents, ${(bytes / 1e6).toFixed(1)} MB, seconds`;
    bench.cases(
      title,
      others.map((other) => figure('until all are ready', own!, other, { goal: null })),
    );
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
}

async function indexed(
  url: string,
  { workspaceId, credential: token }: { workspaceId: string; credential: string },
  documents: readonly Document[],
): Promise<{ agentId: string; seconds: number }> {
  const agents = `/workspaces/${workspaceId}/agents`;
  const { id } = await api<{ id: string }>(url, 'POST', agents, { token, body: { name: 'Docs' } });
  const started = performance.now();
  const waiting = [...documents];
  const made: string[] = [];
  const send = async (): Promise<void> => {
    for (let document = waiting.pop(); document; document = waiting.pop()) {
      const body = {
        type: 'file',
        name: document.name,
        mediaType: 'text/markdown',
        contentBase64: document.content.toString('base64'),
      };
      made.push((await api<{ id: string }>(url, 'POST', `${agents}/${id}/sources`, { token, body })).id);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
  for (const source of made) await ready(url, `${agents}/${id}/sources/${source}`, token, started);
  return { agentId: id, seconds: (performance.now() - started) / 1_000 };
}

async function ready(url: string, path: string, token: string, started: number): Promise<void> {
  for (;;) {
    const { status } = await api<{ status: string }>(url, 'GET', path, { token });
    if (status === 'ready') return;
    // A document without words has nothing to index.
    if (status === 'failed') return;
    if (performance.now() - started > INDEXED_WITHIN_MS) throw new Error(`${path} is ${status}`);
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}
