import { Injectable } from '@nestjs/common';
import { NotFound, ValidationFailed } from '../common/errors/domain-error';
import { RateLimiter } from '../common/rate-limit/rate-limiter';
import type { Member } from '../common/request/principal';
import { Settings } from '../config/load-settings';
import { EmbeddingFailure, EmbeddingsService } from '../embeddings/embeddings.service';
import { ModelSettingsService } from '../model-settings/model-settings.service';
import type { FallbackReason } from './answer-model.port';
import { ModelChoice } from './model-choice';
import { type ProblemFacts, problemOf } from './model-problems';
import { ModelFailure } from './openai-compatible/model-failure';
import { objectOf } from './openai-compatible/reply';
import { shortTest } from './openai-compatible/test-prompts';

/** The most models to list. */
const MOST_LISTED = 200;
const LONGEST_NAME = 200;

export interface ServerTest {
  model: string;
  ok: boolean;
  failure: FallbackReason | null;
  /** The failure in plain words. Null if the test succeeded. */
  problem: string | null;
  milliseconds: number;
}

export interface ModelTest extends ServerTest {
  /** The models that the server lists. Null if it lists none. */
  serverModels: string[] | null;
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
    const serverModels = await this.listModels(workspaceId, model);
    const [test, embedding] = await Promise.all([
      this.testModel(workspaceId, { model, listed: serverModels }),
      embeddingModel === null ? null : this.testEmbedding(workspaceId, { model: embeddingModel, listed: serverModels }),
    ]);
    return { ...test, serverModels, embedding };
  }

  /** Null if the server has no list, or fails: then the test of the model says why. */
  private async listModels(workspaceId: string, model: string): Promise<string[] | null> {
    try {
      const { server } = await this.choice.choose(workspaceId, model);
      const models = (await server?.listModels(this.signal())) ?? null;
      return models && models.slice(0, MOST_LISTED).map((name) => name.slice(0, LONGEST_NAME).toWellFormed());
    } catch (error) {
      if (error instanceof ModelFailure) return null;
      throw error;
    }
  }

  private testModel(workspaceId: string, facts: ProblemFacts): Promise<ServerTest> {
    return timed(facts, async () => {
      const { server } = await this.choice.choose(workspaceId, facts.model);
      // The server was removed meanwhile.
      if (!server) throw new NotFound();
      await server.test(shortTest(facts.model), objectOf, this.signal());
    });
  }

  private signal(): AbortSignal {
    return AbortSignal.timeout(this.settings.values.MODEL_TIMEOUT_MS);
  }

  private testEmbedding(workspaceId: string, facts: ProblemFacts): Promise<ServerTest> {
    return timed(facts, async () => {
      const server = await this.embeddings.findOwn(workspaceId);
      if (!server) throw new NotFound();
      await this.embeddings.test(server, this.settings.values.MODEL_TIMEOUT_MS);
    });
  }
}

async function timed(facts: ProblemFacts, test: () => Promise<void>): Promise<ServerTest> {
  const started = performance.now();
  const resultOf = (failure: FallbackReason | null): ServerTest => {
    const problem = failure && problemOf(failure, facts);
    const milliseconds = Math.round(performance.now() - started);
    return { model: facts.model, ok: failure === null, failure, problem, milliseconds };
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
