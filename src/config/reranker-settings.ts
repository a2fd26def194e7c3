import { IsOptional } from 'class-validator';
import { LimitSettings } from './limit-settings';
import { rerankerProblem } from './reranker-problem';
import { Follows, Setting, Whole } from './setting';

/** The model that chooses among passages. */
export class RerankerSettings extends LimitSettings {
  @Setting(
    'Folder of an ONNX reranker, with the files tokenizer.json and model.onnx, that chooses among passages for the built-in model; requires the package onnxruntime-node',
    'none: words alone choose',
  )
  @IsOptional()
  @Follows(rerankerProblem)
  readonly RERANKER_PATH: string | null = null;

  @Whole('Maximum time of the reranker for one answer, in milliseconds', 50, 30_000)
  readonly RERANKER_TIMEOUT_MS: number = 2_000;

  @Whole('Maximum memory of the process of the reranker, in megabytes', 128, 65_536)
  readonly RERANKER_MEMORY_MB: number = 2_048;
}
