import { setTimeout as pause } from 'node:timers/promises';
import { type DocumentFile, documentation } from './documentation';
import type { Demonstration, RequestHeaders } from './demonstration';
import type { AgentPlace } from './make-agent';
import { PATIENCE_MS } from './patience';

interface Source {
  id: string;
  name: string;
  status: string;
  chunkCount: number;
  failure: { message: string } | null;
}

interface SourcePage {
  sources: Source[];
  nextCursor: string | null;
}

/**
 * Gives the agent Parley's documentation: the pages that are new or have changed since the last run. Sources that a person has added
 * stay as they are.
 */
export async function teachAgent(demo: Demonstration, person: RequestHeaders, { path }: AgentPlace): Promise<void> {
  demo.screen.heading('The agent gets Parley’s own documentation');
  const sourcesPath = `${path}/sources`;
  const documents = documentation();
  const own = await ownSources(demo, person, sourcesPath, documents);
  const current = own.filter((source) => isCurrent(demo, source, documents));
  for (const source of own.filter((one) => !current.includes(one))) {
    await demo.api.call('DELETE', `${sourcesPath}/${source.id}`, { headers: person, expect: [200, 404] });
  }
  const missing = documents.filter(({ name }) => !current.some((source) => source.name === name));
  for (const [index, document] of missing.entries()) {
    demo.screen.bar('uploading', index, missing.length);
    await give(demo, person, sourcesPath, document);
  }
  await waitUntilIndexed(demo, person, sourcesPath, documents);
}

/** The sources of this and earlier runs, also if their documents no longer exist. */
async function ownSources(
  { api, state }: Demonstration,
  headers: RequestHeaders,
  path: string,
  documents: readonly DocumentFile[],
): Promise<Source[]> {
  const own: Source[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = new URLSearchParams({ limit: '100', ...(cursor && { cursor }) }).toString();
    const { body }: { body: SourcePage } = await api.call('GET', `${path}?${query}`, { headers });
    const isOwn = ({ id, name }: Source): boolean =>
      id in (state.values.documents ?? {}) || documents.some((document) => document.name === name);
    own.push(...body.sources.filter(isOwn));
    cursor = body.nextCursor;
  }
  return own;
}

function isCurrent({ state }: Demonstration, source: Source, documents: readonly DocumentFile[]): boolean {
  const document = documents.find(({ name }) => name === source.name);
  const fingerprint = state.values.documents?.[source.id];
  return source.status !== 'failed' && document !== undefined && document.fingerprint === fingerprint;
}

async function give({ api, state }: Demonstration, person: RequestHeaders, path: string, file: DocumentFile) {
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
}

async function waitUntilIndexed(
  demo: Demonstration,
  person: RequestHeaders,
  path: string,
  documents: readonly DocumentFile[],
): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const sources = await ownSources(demo, person, path, documents);
    const failed = sources.find(({ status }) => status === 'failed');
    if (failed) throw new Error(`${failed.name} could not be indexed: ${failed.failure?.message}`);
    const ready = sources.filter(({ status }) => status === 'ready');
    if (ready.length === sources.length) {
      const passages = ready.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
      demo.screen.labelled('indexed', `${ready.length} files, ${passages} passages`);
      return;
    }
    if (Date.now() > deadline) throw new Error(`Indexing takes longer than ${PATIENCE_MS / 1_000} s.`);
    demo.screen.bar('indexing', ready.length, sources.length);
    await pause(150);
  }
}
