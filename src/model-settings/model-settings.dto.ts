import { ApiProperty } from '@nestjs/swagger';
import { ArrayNotEmpty, ArrayUnique, IsUrl, Matches } from 'class-validator';
import { RequestExamples } from '../common/operations/request-examples';
import { SecretField } from '../common/operations/secret-field';
import { Text, TextList } from '../common/validation/field-rules';
import type { WorkspaceModelSettings } from './workspace-model-settings.entity';

@RequestExamples({
  'a server without a key': { baseUrl: 'https://models.example.com/v1', apiKey: null, models: ['house-model'] },
})
export class UpdateWorkspaceModelSettingsInput {
  /**
   * The base URL of an OpenAI-compatible server. It must begin with `https://` and lead to a public address. Hosts in
   * FETCH_ALLOWED_HOSTS may also have private addresses, other ports and `http://`. Required if there is no server yet.
   * @example "https://models.example.com/v1"
   */
  @IsUrl(
    { protocols: ['http', 'https'], require_protocol: true, require_tld: false },
    { message: 'must be an absolute URL' },
  )
  @Text({ min: 1, max: 2048, optional: true })
  baseUrl?: string;

  /**
   * The API key of the server, in visible ASCII characters. It is stored encrypted and never returned. null removes it.
   * Required, or null, whenever `baseUrl` changes.
   */
  @SecretField()
  @Matches(/^[\x21-\x7e]+$/, { message: 'must be visible ASCII without spaces' })
  @Text({ min: 1, max: 1000, optional: true, nullable: true })
  apiKey?: string | null;

  /**
   * The names of the models that agents of the workspace may use on this server. Required if there are none yet.
   * @example ["house-model"]
   */
  @ArrayUnique({ message: 'must not contain the same model twice' })
  @ArrayNotEmpty({ message: 'must not be empty' })
  @TextList({ size: 50, min: 1, max: 200, optional: true })
  models?: string[];

  /**
   * The name of a model on this server that makes embeddings. Passages of the workspace’s sources are then also found
   * by meaning, not only by words. null: the installation’s server makes them, if it has one.
   * @example "house-embeddings"
   */
  @Text({ min: 1, max: 200, optional: true, nullable: true })
  embeddingModel?: string | null;
}

/** Every field is null, or empty, if the workspace has no model server of its own. */
export class WorkspaceModelSettingsDto {
  /** @example "https://models.example.com/v1" */
  @ApiProperty({ type: String, nullable: true })
  baseUrl: string | null;
  /**
   * The last four characters of the API key. null if there is no key, or one of fewer than 20 characters.
   * @example "4f2a"
   */
  @ApiProperty({ type: String, nullable: true })
  apiKeyHint: string | null;
  /** Whether a key is stored. */
  hasApiKey: boolean;
  /** @example ["house-model"] */
  models: string[];
  /** @example "house-embeddings" */
  @ApiProperty({ type: String, nullable: true })
  embeddingModel: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-03-01T09:30:00.000Z' })
  updatedAt: string | null;

  static from(settings: WorkspaceModelSettings | null): WorkspaceModelSettingsDto {
    return {
      baseUrl: settings?.baseUrl ?? null,
      apiKeyHint: settings?.apiKeyHint ?? null,
      hasApiKey: settings?.sealedApiKey != null,
      models: settings?.models ?? [],
      embeddingModel: settings?.embeddingModel ?? null,
      updatedAt: settings?.updatedAt.toISOString() ?? null,
    };
  }
}
