import { Injectable } from '@nestjs/common';
import { NotFound, ValidationFailed } from '../common/errors/domain-error';
import { RateLimiter } from '../common/rate-limit/rate-limiter';
import type { Member } from '../common/request/principal';
import { Settings } from '../config/load-settings';
import type { FallbackReason } from './answer-model.port';
import { ModelChoice } from './model-choice';
import { ModelFailure } from './openai-compatible/model-failure';
import { objectOf } from './openai-compatible/reply';

const QUESTION = 'Reply with this JSON object and nothing else: {"ok": true}';

export interface ModelTest {
  model: string;
  ok: boolean;
  failure: FallbackReason | null;
  milliseconds: number;
}

/** Whether a workspace's own model server answers. */
@Injectable()
export class ModelTestsService {
  constructor(
    private readonly choice: ModelChoice,
    private readonly limiter: RateLimiter,
    private readonly settings: Settings,
  ) {}

  /** @throws NotFound 404 where there is no server, ValidationFailed 400 where it has no such model, RateLimited 429 */
  async test({ workspaceId }: Member, named: string | undefined): Promise<ModelTest> {
    const max = this.settings.values.LIMIT_MODEL_TEST_PER_WORKSPACE;
    await this.limiter.consume({ key: `model-test:${workspaceId}`, max, windowSeconds: 60 });
    const started = performance.now();
    const told = (model: string, failure: FallbackReason | null): ModelTest => {
      return { model, ok: failure === null, failure, milliseconds: Math.round(performance.now() - started) };
    };
    const models = await this.choice.listOwn(workspaceId);
    const model = named ?? models[0];
    if (model === undefined) throw new NotFound();
    if (!models.includes(model)) throw new ModelNotOfServer(models);
    try {
      const { server } = await this.choice.choose(workspaceId, model);
      // Removed meanwhile.
      if (!server) throw new NotFound();
      const messages = [{ role: 'user' as const, content: QUESTION }];
      const signal = AbortSignal.timeout(this.settings.values.MODEL_TIMEOUT_MS);
      await server.test({ model, temperature: 0, mostOutputTokens: 50, messages }, objectOf, signal);
      return told(model, null);
    } catch (error) {
      if (error instanceof ModelFailure) return told(model, error.reason);
      throw error;
    }
  }
}

class ModelNotOfServer extends ValidationFailed {
  constructor(models: readonly string[]) {
    super([{ path: '/model', code: 'not_allowed', message: `must be one of ${models.join(', ')}` }]);
  }
}
