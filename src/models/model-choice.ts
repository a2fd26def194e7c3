import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { OwnFailure } from '../common/errors/own-failure';
import { Outbound } from '../common/outbound/outbound';
import { tracedFetch } from '../common/outbound/traced-fetch';
import { Settings } from '../config/load-settings';
import { BUILT_IN_MODEL } from '../config/settings';
import { ModelSettingsService } from '../model-settings/model-settings.service';
import type { OwnModelServer } from '../model-settings/model-settings.types';
import type { Patience } from '../common/outbound/bounded-fetch';
import { ModelFailure } from './openai-compatible/model-failure';
import { LOADING_PATIENCE, ModelLoading } from './openai-compatible/model-loading';
import { ModelServer } from './openai-compatible/model-server';
import { type RequestForm, RequestForms } from './openai-compatible/request-form';
import { ServerCircuits } from './openai-compatible/server-circuit';

/** The selected model and its server. */
export interface ChosenModel {
  readonly model: string;
  /** Null for the built-in model. */
  readonly server: ModelServer | null;
}

/**
 * Selects models: the built-in model by its name, the models of the workspace's own server, and all others from the server of the
 * installation, if there is one.
 */
@Injectable()
export class ModelChoice implements OnApplicationShutdown {
  private readonly patience: Patience;
  private readonly circuits: ServerCircuits;
  private readonly forms = new RequestForms();
  private readonly loading = new ModelLoading();

  constructor(
    private readonly settings: Settings,
    private readonly ownSettings: ModelSettingsService,
    private readonly outbound: Outbound,
  ) {
    const { MODEL_FIRST_BYTE_MS, MODEL_SILENCE_MS, MODEL_PAUSE_MS } = settings.values;
    this.patience = { firstByteMs: MODEL_FIRST_BYTE_MS, silenceMs: MODEL_SILENCE_MS };
    this.circuits = new ServerCircuits(MODEL_PAUSE_MS);
  }

  onApplicationShutdown(): void {
    this.loading.stop();
  }

  /**
   * The model of an agent, or the default model if it is no longer allowed. One statement, or none for the built-in model.
   *
   * @throws ModelFailure if the key of the workspace's own server cannot be opened
   */
  async choose(workspaceId: string, named: string): Promise<ChosenModel> {
    if (named === BUILT_IN_MODEL) return { model: BUILT_IN_MODEL, server: null };
    const own = await this.findOwn(workspaceId);
    if (own?.models.includes(named)) return { model: named, server: this.serverOf(workspaceId, own) };
    return this.ofInstallation(
      workspaceId,
      this.settings.models.includes(named) ? named : this.settings.values.MODEL_DEFAULT,
    );
  }

  /** Like {@link choose}, for work that the built-in model cannot do. Returns the built-in model only if there is no other. */
  async chooseWriter(workspaceId: string, named: string): Promise<ChosenModel> {
    const chosen = await this.choose(workspaceId, named);
    if (chosen.server) return chosen;
    const own = await this.findOwn(workspaceId);
    if (own) return { model: own.models[0]!, server: this.serverOf(workspaceId, own) };
    return this.ofInstallation(
      workspaceId,
      this.settings.models.find((model) => model !== BUILT_IN_MODEL) ?? BUILT_IN_MODEL,
    );
  }

  private async findOwn(workspaceId: string): Promise<OwnModelServer | null> {
    try {
      return await this.ownSettings.findServer(workspaceId);
    } catch (cause) {
      if (cause instanceof OwnFailure) throw new ModelFailure('key_lost');
      throw cause;
    }
  }

  private ofInstallation(workspaceId: string, model: string): ChosenModel {
    const { MODEL_BASE_URL, MODEL_API_KEY } = this.settings.values;
    if (model === BUILT_IN_MODEL || !MODEL_BASE_URL) return { model: BUILT_IN_MODEL, server: null };
    const circuit = this.circuits.of(workspaceId, MODEL_BASE_URL);
    const formOf = (name: string): RequestForm => this.forms.of(workspaceId, MODEL_BASE_URL, name);
    const connection = { circuit, formOf, send: tracedFetch };
    const patient = new ModelServer(MODEL_BASE_URL, MODEL_API_KEY, { ...connection, patience: LOADING_PATIENCE });
    const onSilence = (name: string): void =>
      this.loading.begin(
        name,
        (signal) => patient.load(name, signal),
        () => this.circuits.closeAll(MODEL_BASE_URL),
      );
    const { patience } = this;
    return {
      model,
      server: new ModelServer(MODEL_BASE_URL, MODEL_API_KEY, { ...connection, patience, onSilence }),
    };
  }

  /** The address of a workspace's server is untrusted, so every request to it passes the address guard. */
  private serverOf(workspaceId: string, { baseUrl, apiKey }: OwnModelServer): ModelServer {
    const send: typeof fetch = (url, init) =>
      this.outbound.send(new URL(url instanceof Request ? url.url : url), {
        method: init?.method?.toUpperCase() === 'POST' ? 'POST' : 'GET',
        headers: new Headers(init?.headers),
        body: (init?.body as string | undefined) ?? null,
        signal: init?.signal as AbortSignal,
      });
    const circuit = this.circuits.of(workspaceId, baseUrl);
    const formOf = (model: string): RequestForm => this.forms.of(workspaceId, baseUrl, model);
    return new ModelServer(baseUrl, apiKey, { patience: this.patience, circuit, formOf, send });
  }
}
