import { Injectable } from '@nestjs/common';
import { Audit } from '../common/audit/audit';
import { DomainEvents } from '../common/events/domain-events';
import { UnitOfWork } from '../common/database/unit-of-work';
import { NotFound } from '../common/errors/domain-error';
import { AddressGuard } from '../common/outbound/address-guard';
import { FetchFailure } from '../common/outbound/fetch-failure';
import type { Member } from '../common/request/principal';
import { Seal } from '../common/secrets/seal';
import { Settings } from '../config/load-settings';
import { BUILT_IN_MODEL } from '../config/settings';
import { EmbeddingModelChanged } from './model-settings-events';
import type { UpdateWorkspaceModelSettingsInput } from './model-settings.dto';
import { ApiKeyUnreadable, ModelSettingsInvalid } from './model-settings.errors';
import { ModelSettingsRepository } from './model-settings.repository';
import type { OwnModelServer } from './model-settings.types';
import type { WorkspaceModelSettings } from './workspace-model-settings.entity';

/** The number of shown characters of a key, if the rest is long enough to stay secret. */
const HINT = 4;
const SHORTEST_HINTED = 20;

/**
 * The model server of a workspace. Its key is sealed for this workspace, and is sent only to the address that it was
 * set with: a member who changes the address cannot receive the key.
 */
@Injectable()
export class ModelSettingsService {
  private readonly seal: Seal;

  constructor(
    private readonly repository: ModelSettingsRepository,
    private readonly guard: AddressGuard,
    private readonly events: DomainEvents,
    private readonly work: UnitOfWork,
    private readonly audit: Audit,
    settings: Settings,
  ) {
    this.seal = new Seal(settings.values, 'workspace-model-server');
  }

  find({ workspaceId }: Pick<Member, 'workspaceId'>): Promise<WorkspaceModelSettings | null> {
    return this.repository.find(workspaceId);
  }

  /** The models of the workspace's own server. Empty if it has none. */
  async listModels(workspaceId: string): Promise<readonly string[]> {
    return (await this.repository.find(workspaceId))?.models ?? [];
  }

  /** The server with its key, to send requests to it. @throws ApiKeyUnreadable */
  async findServer(workspaceId: string): Promise<OwnModelServer | null> {
    const settings = await this.repository.find(workspaceId);
    if (!settings) return null;
    const { baseUrl, models, embeddingModel, sealedApiKey } = settings;
    return { baseUrl, models, embeddingModel, apiKey: sealedApiKey && this.opened(workspaceId, sealedApiKey) };
  }

  /** @throws ModelSettingsInvalid 400 */
  async update({ workspaceId }: Member, input: UpdateWorkspaceModelSettingsInput): Promise<WorkspaceModelSettings> {
    const before = await this.repository.find(workspaceId);
    this.audit.before(before ?? {});
    const baseUrl = input.baseUrl === undefined ? before?.baseUrl : this.acceptable(input.baseUrl);
    const models = input.models ?? before?.models;
    if (baseUrl === undefined) throw new ModelSettingsInvalid('/baseUrl', 'required', 'is required');
    if (models === undefined) throw new ModelSettingsInvalid('/models', 'required', 'is required');
    if (models.includes(BUILT_IN_MODEL)) {
      throw new ModelSettingsInvalid('/models', 'not_allowed', `must not contain ${BUILT_IN_MODEL}, which is built in`);
    }
    if (before?.sealedApiKey && baseUrl !== before.baseUrl && input.apiKey === undefined) {
      throw new ModelSettingsInvalid('/apiKey', 'required', 'must be sent again, or be null, if baseUrl changes');
    }
    const { sealedApiKey = null, apiKeyHint = null } =
      input.apiKey === undefined ? (before ?? {}) : this.sealed(workspaceId, input.apiKey);
    const embeddingModel = input.embeddingModel === undefined ? (before?.embeddingModel ?? null) : input.embeddingModel;
    const settings = { workspaceId, baseUrl, models, embeddingModel, sealedApiKey, apiKeyHint };
    return this.work.run(async () => {
      const written = await this.repository.upsert(settings);
      if (embedder(before) !== embedder(written)) this.events.publish(new EmbeddingModelChanged({ workspaceId }));
      return written;
    });
  }

  /** @throws NotFound 404 */
  async remove({ workspaceId }: Member): Promise<void> {
    const before = await this.repository.find(workspaceId);
    await this.work.run(async () => {
      if (!(await this.repository.delete(workspaceId))) throw new NotFound();
      if (embedder(before) !== null) this.events.publish(new EmbeddingModelChanged({ workspaceId }));
    });
  }

  /** Workspaces that use their own server for embeddings. Few, because admins set it up by hand. */
  listWithEmbeddings(): Promise<string[]> {
    return this.repository.listWithEmbeddings();
  }

  /** Checks the address without a DNS lookup. Each connection checks the rest. */
  private acceptable(address: string): string {
    if (!URL.canParse(address)) throw refused('must be an absolute URL');
    const url = new URL(address);
    if (url.search !== '' || url.hash !== '') throw refused('must have neither a query nor a fragment');
    try {
      this.guard.ensureAcceptable(url);
    } catch (error) {
      throw error instanceof FetchFailure ? refused('must lead to a public address on port 80 or 443') : error;
    }
    if (url.protocol === 'http:' && !this.guard.isOwnNetwork(url)) throw refused('must begin with https://');
    return url.href.replace(/\/+$/, '');
  }

  private sealed(
    workspaceId: string,
    apiKey: string | null,
  ): Pick<WorkspaceModelSettings, 'sealedApiKey' | 'apiKeyHint'> {
    if (apiKey === null) return { sealedApiKey: null, apiKeyHint: null };
    return {
      // Includes the workspace, so that the value is invalid in another row.
      sealedApiKey: this.seal.seal(JSON.stringify([workspaceId, apiKey])),
      apiKeyHint: apiKey.length >= SHORTEST_HINTED ? apiKey.slice(-HINT) : null,
    };
  }

  private opened(workspaceId: string, sealed: Buffer): string {
    try {
      const [owner, apiKey] = JSON.parse(this.seal.open(sealed)) as [string, string];
      if (owner === workspaceId) return apiKey;
    } catch {
      // The value was changed, or sealed under another key. The error has no useful details.
    }
    throw new ApiKeyUnreadable();
  }
}

/** The server and the model of embeddings. Null if the workspace has none of its own. */
function embedder(settings: WorkspaceModelSettings | null): string | null {
  return settings?.embeddingModel ? `${settings.baseUrl} ${settings.embeddingModel}` : null;
}

function refused(message: string): ModelSettingsInvalid {
  return new ModelSettingsInvalid('/baseUrl', 'not_allowed', message);
}
