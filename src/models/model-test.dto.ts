import { ApiProperty } from '@nestjs/swagger';
import { Text } from '../common/validation/field-rules';
import { FALLBACK_REASONS, type FallbackReason } from './answer-model.port';

export class TestWorkspaceModelSettingsInput {
  /**
   * One of the models of the workspace’s own server. Default: the first one.
   * @example "house-model"
   */
  @Text({ min: 1, max: 200, optional: true })
  model?: string;
}

/** The result of a test of one model. */
export class ServerTestDto {
  /** @example "house-model" */
  model: string;
  /** Whether the server returned a valid answer. */
  ok: boolean;
  /** Why the test failed. null if it succeeded. */
  @ApiProperty({ type: String, enum: [...FALLBACK_REASONS, null], nullable: true, example: null })
  failure: FallbackReason | null;
  /** The failure in plain words. null if the test succeeded. */
  @ApiProperty({ type: String, nullable: true, example: null })
  problem: string | null;
  /** Duration of the test in milliseconds. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 120_000, example: 640 })
  milliseconds: number;
}

export class ModelTestDto extends ServerTestDto {
  /**
   * The names of the first 200 models that the server lists. null if it lists none.
   * @example ["house-model"]
   */
  @ApiProperty({ type: [String], nullable: true })
  serverModels: string[] | null;
  /** The test of the model for embeddings. null if the workspace has none. */
  @ApiProperty({ type: () => ServerTestDto, nullable: true })
  embedding: ServerTestDto | null;
}
