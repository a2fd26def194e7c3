import { api } from '../support/api';
import type { Tenant } from '../support/tenant';
import type { AnswersClient, ChatAnswer, Citation } from './answers.client';
import { inParallel } from './in-parallel';
import type { Passage } from './questions';

/** For one source, from the moment that it is looked at. */
const INDEXED_WITHIN_MS = 120_000;
const POLL_MS = 50;

interface ChatTurn {
  outcome: string;
  citations: (Omit<Citation, 'source'> & { sourceId: string })[];
}

/** A new agent of a running service, through the same door as every customer. */
export async function httpClient(serviceUrl: string, tenant: Tenant): Promise<AnswersClient> {
  const owner = { token: tenant.credential };
  const customer = { token: tenant.keys[0]?.secret ?? '' };
  const agents = `/workspaces/${tenant.workspaceId}/agents`;
  const body = { name: 'Answers', status: 'active' };
  const agent = `${agents}/${(await api<{ id: string }>(serviceUrl, 'POST', agents, { ...owner, body })).id}`;
  const texts = new Map<string, Promise<string>>();

  const add = async ({ article, text }: Passage): Promise<string> => {
    const source = { type: 'text', name: article, content: text };
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
    async load(passages) {
      const sources = await inParallel(passages, add);
      for (const source of sources) await ready(source);
      return sources;
    },
    async search(query, limit) {
      const path = `${agent}/knowledge/search`;
      const search = { ...owner, body: { query, limit } };
      const { results } = await api<{ results: { sourceId: string }[] }>(serviceUrl, 'POST', path, search);
      return results.map(({ sourceId }) => sourceId);
    },
    async ask(message): Promise<ChatAnswer> {
      const turn = await api<ChatTurn>(serviceUrl, 'POST', `${agent}/chat`, { ...customer, body: { message } });
      const citations = turn.citations.map(({ sourceId, quote, start, end }) => ({
        source: sourceId,
        quote,
        start,
        end,
      }));
      return { answered: turn.outcome === 'answered', citations };
    },
    text(source) {
      const text = texts.get(source) ?? read(source);
      texts.set(source, text);
      return text;
    },
  };
}
