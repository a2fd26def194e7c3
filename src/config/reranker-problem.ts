import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Files of a reranker in its folder, under the names that Hugging Face gives them. Any of several places for one file. */
export const TOKENIZER = ['tokenizer.json'];
export const MODEL = ['model.onnx', 'onnx/model.onnx', 'onnx/model_quantized.onnx'];
/** An optional peer of this package: its binaries for all systems have some 300 MB. */
export const RUNTIME = 'onnxruntime-node';

/** The problem of a folder, in words that follow the name of its setting. Null if there is none. */
export function rerankerProblem(folder: string): string | null {
  const missing = [TOKENIZER, MODEL].find((places) => placeIn(folder, places) === null);
  if (missing) return `names ${resolve(folder)}, which has no ${missing.join(' or ')}`;
  try {
    require.resolve(RUNTIME);
    return null;
  } catch {
    return `requires the package ${RUNTIME}: run npm install --no-save ${RUNTIME}`;
  }
}

export function placeIn(folder: string, places: readonly string[]): string | null {
  return places.map((place) => join(resolve(folder), place)).find((path) => existsSync(path)) ?? null;
}
