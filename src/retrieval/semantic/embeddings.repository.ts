import { Injectable } from '@nestjs/common';
import { SearchPool } from '../../common/database/search-pool';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { AgentKey } from '../queryable';
import type { EmbeddedSourceKey } from './embedding-jobs.repository';
import {
  DELETE_EMBEDDINGS,
  INSERT_EMBEDDINGS,
  LIST_EMBEDDED,
  LIST_EMBEDDINGS,
  LIST_UNEMBEDDED,
  NEAREST_EMBEDDINGS,
  NEXT_VERSION,
} from './embeddings.sql';
import { sentVector } from './sent-vector';

export interface PassageToEmbed {
  readonly id: string;
  readonly heading: string;
  readonly body: string;
}

export interface PassageVector {
  readonly chunkId: number;
  readonly version: number;
  readonly vector: Float32Array;
}

// By hand: an extension is no table. Whether pgvector is installed in the database.
const HAS_PGVECTOR = `SELECT 1 FROM pg_extension WHERE extname = 'vector'`;

/** The tables knowledge_embeddings and knowledge_embedding_sets. */
@Injectable()
export class EmbeddingsRepository {
  constructor(
    private readonly work: UnitOfWork,
    private readonly searches: SearchPool,
  ) {}

  async existsPgvector(): Promise<boolean> {
    return (await this.work.query(HAS_PGVECTOR)).length > 0;
  }

  /** The next passages of a source that have no embedding by this model. */
  listUnembedded(
    { workspaceId, agentId, sourceId }: EmbeddedSourceKey,
    madeBy: string,
    limit: number,
  ): Promise<PassageToEmbed[]> {
    return this.work.query(LIST_UNEMBEDDED, [workspaceId, agentId, sourceId, madeBy, limit]);
  }

  /**
   * A vector for each passage, null for one that the server refuses. In the caller's transaction: others that write embeddings of
   * this agent wait for its end.
   */
  async upsert(
    { workspaceId, agentId }: AgentKey,
    madeBy: string,
    passages: readonly PassageToEmbed[],
    vectors: readonly (Float32Array | null)[],
  ): Promise<void> {
    const [set] = await this.work.query<{ version: string }>(NEXT_VERSION, [workspaceId, agentId]);
    const ids = passages.map(({ id }) => id);
    const texts = vectors.map((vector) => vector && `{${vector.join(',')}}`);
    await this.work.query(INSERT_EMBEDDINGS, [workspaceId, agentId, madeBy, set!.version, ids, texts]);
  }

  async deleteOfSource({ workspaceId, agentId, sourceId }: EmbeddedSourceKey): Promise<void> {
    await this.work.query(DELETE_EMBEDDINGS, [workspaceId, agentId, sourceId]);
  }

  /** By this model, in the order of their writing, after one of them. */
  async listAfter(
    { workspaceId, agentId }: AgentKey,
    madeBy: string,
    last: { version: number; chunkId: number },
    limit: number,
  ): Promise<PassageVector[]> {
    const rows = await this.searches.prepared<{ chunkId: string; version: string; embedding: Buffer }>(
      workspaceId,
      LIST_EMBEDDINGS,
      [workspaceId, agentId, madeBy, last.version, last.chunkId, limit],
    );
    return rows.map(({ chunkId, version, embedding }) => {
      return { chunkId: Number(chunkId), version: Number(version), vector: sentVector(embedding) };
    });
  }

  /** Passages that have embeddings. */
  async listEmbedded({ workspaceId, agentId }: AgentKey): Promise<number[]> {
    const parameters = [workspaceId, agentId];
    const rows = await this.searches.prepared<{ chunkId: string }>(workspaceId, LIST_EMBEDDED, parameters);
    return rows.map(({ chunkId }) => Number(chunkId));
  }

  /** By pgvector: the passages that mean most nearly the same, nearest first. */
  async listNearest(
    { workspaceId, agentId }: AgentKey,
    madeBy: string,
    vector: Float32Array,
    limit: number,
  ): Promise<string[]> {
    const parameters = [workspaceId, agentId, madeBy, `{${vector.join(',')}}`, limit];
    const rows = await this.searches.prepared<{ chunkId: string }>(workspaceId, NEAREST_EMBEDDINGS, parameters);
    return rows.map(({ chunkId }) => chunkId);
  }
}
