import { Injectable } from '@nestjs/common';
import { OwnFailure } from '../common/errors/own-failure';
import { Outbound } from '../common/outbound/outbound';
import { Settings } from '../config/load-settings';
import { ModelSettingsService } from '../model-settings/model-settings.service';
import { EmbeddingFailure } from './embedding-failure';
import { EmbeddingServer } from './embedding-server';
import type { Embedder } from './embeddings.types';

/** Who makes embeddings for whom: the workspace's own server where that has a model for them, else the installation's. */
@Injectable()
export class EmbeddingsService {
  /** The installation's; null where it has none. */
  readonly ofInstallation: Embedder | null;

  constructor(
    { values: { EMBEDDING_BASE_URL: baseUrl, EMBEDDING_MODEL: model, EMBEDDING_API_KEY: apiKey } }: Settings,
    private readonly ownSettings: ModelSettingsService,
    private readonly outbound: Outbound,
  ) {
    this.ofInstallation = baseUrl && model ? new EmbeddingServer({ baseUrl, model, apiKey }) : null;
  }

  /** Null where nobody makes them. One statement. @throws EmbeddingFailure where the key of the own server is lost */
  async forWorkspace(workspaceId: string): Promise<Embedder | null> {
    const own = await this.findOwn(workspaceId);
    if (!own?.embeddingModel) return this.ofInstallation;
    const { baseUrl, embeddingModel: model, apiKey } = own;
    // Whoever runs a workspace is not who runs the installation: its address goes through the guard, each time.
    return new EmbeddingServer({ baseUrl, model, apiKey }, (url, init) =>
      this.outbound.send(new URL(url instanceof Request ? url.url : url), {
        method: 'POST',
        headers: new Headers(init?.headers),
        body: init?.body as string,
        signal: init?.signal as AbortSignal,
      }),
    );
  }

  /** Workspaces that the installation's server makes none for. */
  listWithOwn(): Promise<string[]> {
    return this.ownSettings.listWithEmbeddings();
  }

  private async findOwn(workspaceId: string): ReturnType<ModelSettingsService['findServer']> {
    try {
      return await this.ownSettings.findServer(workspaceId);
    } catch (error) {
      throw error instanceof OwnFailure ? new EmbeddingFailure('key_lost') : error;
    }
  }
}
