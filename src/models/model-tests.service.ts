import { Injectable } from '@nestjs/common';
import { NotFound, ValidationFailed } from '../common/errors/domain-error';
import { RateLimiter } from '../common/rate-limit/rate-limiter';
import type { Member } from '../common/request/principal';
import { Settings } from '../config/load-settings';
import { EmbeddingFailure, EmbeddingsService } from '../embeddings/embeddings.service';
import { ModelSettingsService } from '../model-settings/model-settings.service';
import type { FallbackReason } from './answer-model.port';
import { ModelChoice } from './model-choice';
import { ModelFailure } from './openai-compatible/model-failure';
import { objectOf } from './openai-compatible/reply';

const QUESTION = 'Reply with this JSON object and nothing else: {"ok": true}';

export interface ServerTest {
  model: string;
  ok: boolean;
  failure: FallbackReason | null;
  milliseconds: number;
}

export interface ModelTest extends ServerTest {
  /** Null without a model for embeddings. */
  embedding: ServerTest | null;
}

/** Tests the model servers of a workspace. */
@Injectable()
export class ModelTestsService {
  constructor(
    private readonly choice: ModelChoice,
    private readonly ownSettings: ModelSettingsService,
    private readonly embeddings: EmbeddingsService,
    private readonly limiter: RateLimiter,
    private readonly settings: Settings,
  ) {}

  /** @throws NotFound 404 if there is no server, ValidationFailed 400 if it has no such model, RateLimited 429 */
  async test({ workspaceId }: Member, named: string | undefined): Promise<ModelTest> {
    const name = 'LIMIT_MODEL_TEST_PER_WORKSPACE';
    const max = this.settings.values[name];
    await this.limiter.consume({ name, key: `model-test:${workspaceId}`, max, windowSeconds: 60 });
    const { models = [], embeddingModel = null } = (await this.ownSettings.find({ workspaceId })) ?? {};
    const model = named ?? models[0];
    if (model === undefined) throw new NotFound();
    if (!models.includes(model)) throw new ModelNotOfServer(models);
    const [test, embedding] = await Promise.all([
      this.testModel(workspaceId, model),
      embeddingModel === null ? null : this.testEmbedding(workspaceId, embeddingModel),
    ]);
    return { ...test, embedding };
  }

  private testModel(workspaceId: string, model: string): Promise<ServerTest> {
    return timed(model, async () => {
      const { server } = await this.choice.choose(workspaceId, model);
      // The server was removed meanwhile.
      if (!server) throw new NotFound();
      const messages = [{ role: 'user' as const, content: QUESTION }];
      const signal = AbortSignal.timeout(this.settings.values.MODEL_TIMEOUT_MS);
      await server.test({ model, temperature: 0, mostOutputTokens: 50, messages }, objectOf, signal);
    });
  }

  private testEmbedding(workspaceId: string, model: string): Promise<ServerTest> {
    return timed(model, async () => {
      const server = await this.embeddings.findOwn(workspaceId);
      if (!server) throw new NotFound();
      await this.embeddings.test(server, this.settings.values.MODEL_TIMEOUT_MS);
    });
  }
}

async function timed(model: string, test: () => Promise<void>): Promise<ServerTest> {
  const started = performance.now();
  const resultOf = (failure: FallbackReason | null): ServerTest => {
    return { model, ok: failure === null, failure, milliseconds: Math.round(performance.now() - started) };
  };
  try {
    await test();
    return resultOf(null);
  } catch (error) {
    if (error instanceof ModelFailure || error instanceof EmbeddingFailure) return resultOf(error.reason);
    throw error;
  }
}

class ModelNotOfServer extends ValidationFailed {
  constructor(models: readonly string[]) {
    super([{ path: '/model', code: 'not_allowed', message: `must be one of ${models.join(', ')}` }]);
  }
}
