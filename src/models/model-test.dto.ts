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

/** Whether a server does one of the things that it is there for. */
export class ServerTestDto {
  /** @example "house-model" */
  model: string;
  /** Whether the server answered, and as it was asked to. */
  ok: boolean;
  /** null unless it did not. */
  @ApiProperty({ type: String, enum: [...FALLBACK_REASONS, null], nullable: true, example: null })
  failure: FallbackReason | null;
  /** How long it took. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 120_000, example: 640 })
  milliseconds: number;
}

export class ModelTestDto extends ServerTestDto {
  /** The same of its model for embeddings. null where the workspace has none. */
  @ApiProperty({ type: () => ServerTestDto, nullable: true })
  embedding: ServerTestDto | null;
}
