import { Injectable } from '@nestjs/common';
import { OwnFailure } from '../common/errors/own-failure';
import { Outbound } from '../common/outbound/outbound';
import { tracedFetch } from '../common/outbound/traced-fetch';
import { Settings } from '../config/load-settings';
import { ModelSettingsService } from '../model-settings/model-settings.service';
import type { OwnModelServer } from '../model-settings/model-settings.types';
import { TokenUsageService } from '../token-usage/token-usage.service';
import { EmbeddingFailure } from './embedding-failure';
import { EmbeddingServer } from './embedding-server';
import type { Embedder } from './embeddings.types';

export { EmbeddingFailure };

/** A text that every embeddings server accepts. */
const HARMLESS = 'Hello';

/** The agent that pays for the embeddings. */
interface EmbeddedAgent {
  readonly workspaceId: string;
  readonly agentId: string;
}

/**
 * Chooses the server that makes embeddings: the workspace's own server if it has an embedding model, else the
 * installation's.
 */
@Injectable()
export class EmbeddingsService {
  /** The installation's server. Null if it has none. */
  readonly ofInstallation: Embedder | null;

  constructor(
    { values: { EMBEDDING_BASE_URL: baseUrl, EMBEDDING_MODEL: model, EMBEDDING_API_KEY: apiKey } }: Settings,
    private readonly ownSettings: ModelSettingsService,
    private readonly outbound: Outbound,
    private readonly usage: TokenUsageService,
  ) {
    this.ofInstallation = baseUrl && model ? new EmbeddingServer({ baseUrl, model, apiKey }, tracedFetch) : null;
  }

  /**
   * Null if neither the workspace nor the installation has a server. One statement.
   *
   * @throws EmbeddingFailure if the key of the workspace's own server is lost
   */
  async forWorkspace(workspaceId: string): Promise<Embedder | null> {
    return (await this.findOwn(workspaceId)) ?? this.ofInstallation;
  }

  /** The workspace's own server. Null if it has none. One statement. @throws EmbeddingFailure if its key is lost */
  async findOwn(workspaceId: string): Promise<Embedder | null> {
    const own = await this.findOwnServer(workspaceId);
    if (!own?.embeddingModel) return null;
    const { baseUrl, embeddingModel: model, apiKey } = own;
    // The admin of a workspace need not be the operator, so every request to this address goes through the outbound
    // guard.
    return new EmbeddingServer({ baseUrl, model, apiKey }, (url, init) =>
      this.outbound.send(new URL(url instanceof Request ? url.url : url), {
        method: 'POST',
        headers: new Headers(init?.headers),
        body: init?.body as string,
        signal: init?.signal as AbortSignal,
      }),
    );
  }

  /**
   * Returns one vector for each text. Reserves the expected cost from the agent's budget first, then counts what the
   * server
   * reports, even if its answer is unusable.
   *
   * @throws EmbeddingFailure
   */
  async embed(
    { workspaceId, agentId }: EmbeddedAgent,
    server: Embedder,
    texts: readonly string[],
    milliseconds: number,
  ): Promise<Float32Array[]> {
    const owner = { workspaceId, agentId };
    const held = await this.usage.hold(owner, server.expectedTokens(texts));
    if (held === 'spent') throw new EmbeddingFailure('budget_spent');
    const settle = (inputTokens: number): Promise<void> =>
      this.usage.settle(owner, held, { model: server.model, inputTokens, outputTokens: 0 });
    try {
      const { vectors, tokens } = await server.embed(texts, milliseconds);
      await settle(tokens);
      return vectors;
    } catch (error) {
      if (error instanceof EmbeddingFailure && error.tokens > 0) await settle(error.tokens);
      else await this.usage.release(owner, held);
      throw error;
    }
  }

  /** Checks that the server answers. No budget pays for it. @throws EmbeddingFailure */
  async test(server: Embedder, milliseconds: number): Promise<void> {
    await server.embed([HARMLESS], milliseconds);
  }

  /** The workspaces that use their own server for embeddings. */
  listWithOwn(): Promise<string[]> {
    return this.ownSettings.listWithEmbeddings();
  }

  private async findOwnServer(workspaceId: string): Promise<OwnModelServer | null> {
    try {
      return await this.ownSettings.findServer(workspaceId);
    } catch (error) {
      throw error instanceof OwnFailure ? new EmbeddingFailure('key_lost') : error;
    }
  }
}
