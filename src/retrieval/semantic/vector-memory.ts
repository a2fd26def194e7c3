import { LRUCache } from 'lru-cache';
import { CooperativeYield } from '../../common/jobs/cooperative-yield';
import type { EmbeddingSet } from '../passage.types';
import type { AgentKey } from '../queryable';
import { AgentVectors } from './agent-vectors';
import type { EmbeddingsRepository } from './embeddings.repository';

const PAGE = 500;
/** More are searched in the database, or not at all. */
const MOST_PASSAGES = 50_000;
const SLICE_MS = 2;
const BYTES_OF_NUMBER = 4;
/** Bytes that a passage takes beside its vector: its number, twice, and its place. */
const BYTES_OF_PASSAGE = 64;

interface HeldVectors {
  /** As of the last reading. */
  seen: EmbeddingSet;
  /** Of the last vector that was read. */
  last: { version: number; chunkId: number };
  readonly vectors: AgentVectors;
  /** Reading what is new; searches of the same agent share it. */
  refreshing: Promise<void> | null;
}

/**
 * Vectors of the agents that were asked last, so many bytes of them. Each is read once, and after that only what was written since;
 * a passage that is gone is never shown, even if its vector is still here.
 */
export class VectorMemory {
  private readonly agents: LRUCache<string, HeldVectors>;

  constructor(
    private readonly embeddings: EmbeddingsRepository,
    megabytes: number,
  ) {
    this.agents = new LRUCache({
      maxSize: megabytes * 1_048_576,
      sizeCalculation: ({ vectors }) => Math.max(1, sizeOf(vectors)),
    });
  }

  /** Empty for an agent with too many passages. */
  async nearest(
    agent: AgentKey,
    set: EmbeddingSet,
    madeBy: string,
    vector: Float32Array,
    limit: number,
  ): Promise<string[]> {
    if (set.passages > MOST_PASSAGES) return [];
    const key = `${agent.workspaceId} ${agent.agentId} ${vector.length} ${madeBy}`;
    const held = this.agents.get(key) ?? nothingOf(vector.length);
    if (held.seen.version !== set.version || held.seen.passages !== set.passages) {
      held.refreshing ??= this.refresh(agent, set, madeBy, held).finally(() => (held.refreshing = null));
      // Also while it is read, so that the next one does not begin anew; its size is set afterwards.
      if (!this.agents.has(key)) this.agents.set(key, held);
      await held.refreshing;
      this.agents.set(key, held);
    }
    const found = await held.vectors.nearest(vector, limit, new CooperativeYield(SLICE_MS));
    return found.map(String);
  }

  private async refresh(agent: AgentKey, set: EmbeddingSet, madeBy: string, held: HeldVectors): Promise<void> {
    const { vectors } = held;
    const hadSome = vectors.size > 0;
    for (;;) {
      const page = await this.embeddings.listAfter(agent, madeBy, held.last, PAGE);
      for (const { chunkId, vector } of page) vectors.set(chunkId, vector);
      const last = page.at(-1);
      if (last) held.last = { version: last.version, chunkId: last.chunkId };
      if (page.length < PAGE) break;
    }
    // New embeddings have mostly replaced others.
    if (hadSome) vectors.keep(new Set(await this.embeddings.listEmbedded(agent)));
    held.seen = set;
  }
}

function nothingOf(dimensions: number): HeldVectors {
  return {
    seen: { version: 0, passages: 0 },
    last: { version: 0, chunkId: 0 },
    vectors: new AgentVectors(dimensions),
    refreshing: null,
  };
}

function sizeOf({ size, dimensions }: AgentVectors): number {
  return size * (dimensions * BYTES_OF_NUMBER + BYTES_OF_PASSAGE);
}
