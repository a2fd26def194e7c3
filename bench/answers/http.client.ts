import { api } from '../support/api';
import type { Tenant } from '../support/tenant';
import type { AnswersClient, ChatAnswer, Citation, SourceText } from './answers.client';
import { inParallel } from './in-parallel';

/** Time limit for one source. */
const INDEXED_WITHIN_MS = 120_000;
const POLL_MS = 50;

interface ChatTurn {
  outcome: string;
  message: { content: string } | null;
  conversationId: string;
  citations: (Omit<Citation, 'source'> & { sourceId: string })[];
}

/** A new agent of a running service, over the public API. */
export async function httpClient(
  serviceUrl: string,
  tenant: Tenant,
  /** Resolves when no background work is left for the indexed sources. */
  settled: () => Promise<void>,
): Promise<AnswersClient> {
  const owner = { token: tenant.credential };
  const customer = { token: tenant.keys[0]?.secret ?? '' };
  const agents = `/workspaces/${tenant.workspaceId}/agents`;
  const body = { name: 'Answers', status: 'active' };
  const agent = `${agents}/${(await api<{ id: string }>(serviceUrl, 'POST', agents, { ...owner, body })).id}`;
  const texts = new Map<string, Promise<string>>();

  const add = async ({ name, text, format }: SourceText): Promise<string> => {
    const source =
      format === 'plain'
        ? { type: 'text', name, content: text }
        : { type: 'file', name, mediaType: 'text/markdown', contentBase64: Buffer.from(text).toString('base64') };
    return (await api<{ id: string }>(serviceUrl, 'POST', `${agent}/sources`, { ...owner, body: source })).id;
  };
  const ready = async (source: string): Promise<void> => {
    const started = performance.now();
    for (;;) {
      const path = `${agent}/sources/${source}`;
      const { status } = await api<{ status: string }>(serviceUrl, 'GET', path, owner);
      if (status === 'ready') return;
      if (status === 'failed' || performance.now() - started > INDEXED_WITHIN_MS) {
        throw new Error(`A source was not indexed: ${status}`);
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };
  const read = async (source: string): Promise<string> =>
    (await api<{ text: string }>(serviceUrl, 'GET', `${agent}/sources/${source}/text`, owner)).text;

  return {
    async load(sources) {
      const ids = await inParallel(sources, add);
      for (const id of ids) await ready(id);
      await settled();
      return ids;
    },
    async search(query, limit) {
      const path = `${agent}/knowledge/search`;
      const search = { ...owner, body: { query, limit } };
      const { results } = await api<{ results: { sourceId: string }[] }>(serviceUrl, 'POST', path, search);
      return results.map(({ sourceId }) => sourceId);
    },
    async ask(message, conversationId): Promise<ChatAnswer> {
      const body = { message, ...(conversationId !== undefined && { conversationId }) };
      const turn = await api<ChatTurn>(serviceUrl, 'POST', `${agent}/chat`, { ...customer, body });
      const citations = turn.citations.map(({ sourceId, quote, start, end }) => ({
        source: sourceId,
        quote,
        start,
        end,
      }));
      const { outcome, message: reply, conversationId: conversation } = turn;
      return { outcome, content: reply?.content ?? '', citations, conversation };
    },
    text(source) {
      const text = texts.get(source) ?? read(source);
      texts.set(source, text);
      return text;
    },
  };
}
