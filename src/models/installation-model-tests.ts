import type { Settings } from '../config/load-settings';
import { BUILT_IN_MODEL } from '../config/settings';
import type { FallbackReason } from './answer-model.port';
import { listedModels, problemOf } from './model-problems';
import { ModelFailure } from './openai-compatible/model-failure';
import { LOADING_PATIENCE } from './openai-compatible/model-loading';
import { ModelServer } from './openai-compatible/model-server';
import { objectOf } from './openai-compatible/reply';
import { type Completion, RequestForms } from './openai-compatible/request-form';
import { ServerCircuit } from './openai-compatible/server-circuit';
import { isCutOff, longTest, shortTest } from './openai-compatible/test-prompts';

/** As long as a server may take to load a model, and then to read a long prompt. */
const LONGEST_TEST_MS = 2 * LOADING_PATIENCE.firstByteMs;

export interface ServerReport {
  /** One line for each result, in plain words. */
  readonly lines: readonly string[];
  readonly isUsable: boolean;
}

/**
 * Tests the server of the installation with each of its models, without a database: whether it answers, which models it lists, and whether
 * each answers a short prompt and a long one. It waits until the server has loaded a model.
 */
export async function testInstallationServer(settings: Settings, named: readonly string[]): Promise<ServerReport> {
  const { MODEL_BASE_URL, MODEL_API_KEY } = settings.values;
  if (!MODEL_BASE_URL) {
    return { lines: [`MODEL_BASE_URL is not set: ${BUILT_IN_MODEL} answers.`], isUsable: false };
  }
  const forms = new RequestForms();
  const server = new ModelServer(MODEL_BASE_URL, MODEL_API_KEY, {
    patience: LOADING_PATIENCE,
    circuit: new ServerCircuit(0),
    formOf: (model) => forms.of('', MODEL_BASE_URL, model),
  });
  const lines: string[] = [];
  const models = (named.length > 0 ? named : settings.models).filter((model) => model !== BUILT_IN_MODEL);
  let listed: readonly string[] | null = null;
  try {
    listed = await server.listModels(AbortSignal.timeout(settings.values.MODEL_TIMEOUT_MS));
    lines.push(`The server at ${MODEL_BASE_URL} answers. ${listedModels(listed)}`);
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    const problem = problemOf(error.reason, { model: '', listed });
    return { lines: [`The server at ${MODEL_BASE_URL} lists no models. ${problem}`], isUsable: false };
  }
  if (models.length === 0) {
    return { lines: [...lines, 'No model of it is set: set MODEL_DEFAULT or MODELS_ALLOWED.'], isUsable: false };
  }
  let isUsable = true;
  for (const model of models) {
    const result = await testModel(server, model, { listed, firstByteMs: settings.values.MODEL_FIRST_BYTE_MS });
    isUsable &&= result.isUsable;
    lines.push(...result.lines.map((line) => `${model}: ${line}`));
  }
  return { lines, isUsable };
}

interface Known {
  readonly listed: readonly string[] | null;
  readonly firstByteMs: number;
}

async function testModel(server: ModelServer, model: string, { listed, firstByteMs }: Known): Promise<ServerReport> {
  const lines: string[] = [];
  for (const [kind, completion] of [
    ['a short prompt', shortTest(model)],
    ['a long prompt', longTest(model)],
  ] as const) {
    const { failure, seconds } = await attempt(server, completion);
    if (failure !== null) {
      const problem = problemOf(failure, { model, listed });
      return { lines: [...lines, `fails with ${kind}. ${problem}`], isUsable: false };
    }
    lines.push(`answers ${kind} in ${seconds.toFixed(1)} s.`);
    if (kind === 'a long prompt' && seconds * 1_000 > firstByteMs) {
      const slow = `Turns wait ${firstByteMs / 1_000} s at most (MODEL_FIRST_BYTE_MS), so the built-in model answers long ones.`;
      return { lines: [...lines, slow], isUsable: false };
    }
  }
  return { lines, isUsable: true };
}

async function attempt(
  server: ModelServer,
  completion: Completion,
): Promise<{ failure: FallbackReason | null; seconds: number }> {
  const started = performance.now();
  const secondsSoFar = (): number => (performance.now() - started) / 1_000;
  try {
    const { usage } = await askTwice(server, completion);
    return { failure: isCutOff(completion, usage) ? 'context_exceeded' : null, seconds: secondsSoFar() };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return { failure: error.reason, seconds: secondsSoFar() };
  }
}

/** Once more if the model turns out to think, as the next turn would. */
async function askTwice(server: ModelServer, completion: Completion): ReturnType<ModelServer['test']> {
  const ask = (): ReturnType<ModelServer['test']> =>
    server.test(completion, objectOf, AbortSignal.timeout(LONGEST_TEST_MS));
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ModelFailure) || error.reason !== 'cut_off') throw error;
    return ask();
  }
}
