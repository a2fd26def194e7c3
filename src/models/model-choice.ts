import { Injectable } from '@nestjs/common';
import { Settings } from '../config/load-settings';
import { ModelServer } from './openai-compatible/model-server';

/** Which models there are: the built-in one by its own name, and any other at the configured server, if there is one. */
@Injectable()
export class ModelChoice {
  readonly server: ModelServer | null;

  constructor(private readonly settings: Settings) {
    const { MODEL_BASE_URL, MODEL_API_KEY, MODEL_FIRST_BYTE_MS, MODEL_SILENCE_MS } = settings.values;
    const patience = { firstByteMs: MODEL_FIRST_BYTE_MS, silenceMs: MODEL_SILENCE_MS };
    this.server = MODEL_BASE_URL ? new ModelServer(MODEL_BASE_URL, MODEL_API_KEY, patience) : null;
  }

  /** The model that an agent names, or the default one where that is no longer allowed. */
  allowed(model: string): string {
    return this.settings.models.includes(model) ? model : this.settings.values.MODEL_DEFAULT;
  }
}
