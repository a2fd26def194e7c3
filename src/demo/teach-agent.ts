import { setTimeout as pause } from 'node:timers/promises';
import { type DocumentFile, documentation } from './documentation';
import type { Demonstration, RequestHeaders } from './demonstration';
import type { AgentPlace } from './make-agent';

const PATIENCE_MS = 60_000;

interface Source {
  id: string;
  name: string;
  status: string;
  chunkCount: number;
  failure: { message: string } | null;
}

/** Gives the agent Parley's documentation: the pages that are new or have changed since the last run. */
export async function teachAgent(demo: Demonstration, person: RequestHeaders, { path }: AgentPlace): Promise<void> {
  demo.screen.heading('The agent gets Parley’s own documentation');
  const sourcesPath = `${path}/sources`;
  const page = await demo.api.call<{ sources: Source[] }>('GET', `${sourcesPath}?limit=100`, { headers: person });
  const documents = documentation();
  const current = page.body.sources.filter((source) => isCurrent(demo, source, documents));
  for (const source of page.body.sources.filter((one) => !current.includes(one))) {
    await demo.api.call('DELETE', `${sourcesPath}/${source.id}`, { headers: person });
  }
  for (const document of documents.filter(({ name }) => !current.some((source) => source.name === name))) {
    await give(demo, person, sourcesPath, document);
  }
  await waitUntilIndexed(demo, person, sourcesPath);
}

function isCurrent({ state }: Demonstration, source: Source, documents: readonly DocumentFile[]): boolean {
  const document = documents.find(({ name }) => name === source.name);
  const fingerprint = state.values.documents?.[source.id];
  return source.status !== 'failed' && document !== undefined && document.fingerprint === fingerprint;
}

async function give({ api, state, screen }: Demonstration, person: RequestHeaders, path: string, file: DocumentFile) {
  const { body: source } = await api.call<Source>('POST', path, {
    headers: person,
    body: {
      type: 'file',
      name: file.name,
      mediaType: 'text/markdown',
      contentBase64: Buffer.from(file.text).toString('base64'),
    },
  });
  // If the process ends right here, the fingerprint is unknown and the next run replaces the source.
  state.remember({ documents: { ...state.values.documents, [source.id]: file.fingerprint } });
  screen.labelled('file', file.name, 'faint');
}

async function waitUntilIndexed({ api, screen }: Demonstration, person: RequestHeaders, path: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const { sources } = (await api.quietly<{ sources: Source[] }>('GET', `${path}?limit=100`, { headers: person }))
      .body;
    const failed = sources.find(({ status }) => status === 'failed');
    if (failed) throw new Error(`${failed.name} could not be indexed: ${failed.failure?.message}`);
    const ready = sources.filter(({ status }) => status === 'ready');
    if (ready.length === sources.length) {
      const passages = ready.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
      screen.labelled('indexed', `${ready.length} files, ${passages} passages`);
      return;
    }
    if (Date.now() > deadline) throw new Error(`Indexing takes longer than ${PATIENCE_MS / 1_000} s.`);
    screen.progress(`indexing: ${ready.length} of ${sources.length} files …`);
    await pause(150);
  }
}
