import { ApiProperty } from '@nestjs/swagger';
import { ArrayMinSize, ArrayUnique, IsArray, IsIn } from 'class-validator';
import { KEY_SCOPES, type KeyScope } from '../../common/operations/access';
import { SecretField } from '../../common/operations/secret-field';
import { Field, Text } from '../../common/validation/field-rules';
import type { WorkspaceKey } from './key.entity';

export class WorkspaceKeyDto {
  /**
   * Id of the key, which is also its OAuth client id.
   * @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c"
   */
  id: string;
  /** @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3d" */
  workspaceId: string;
  /** @example "Website" */
  name: string;
  /** The scopes of the key. Its access tokens can have no others. */
  @ApiProperty({ enum: KEY_SCOPES, isArray: true, example: KEY_SCOPES })
  scopes: KeyScope[];
  /**
   * The first 7 characters of the secret, to tell keys apart.
   * @example "ck_3sTf"
   */
  secretPrefix: string;
  /** @example "2026-03-01T09:30:00.000Z" */
  createdAt: string;
  /** When the key was last used, accurate to a few seconds. null if never. */
  @ApiProperty({ type: String, nullable: true, example: null })
  lastUsedAt: string | null;
  /** When the key was revoked. null if it is active. */
  @ApiProperty({ type: String, nullable: true, example: null })
  revokedAt: string | null;

  static from(key: WorkspaceKey): WorkspaceKeyDto {
    return {
      id: key.id,
      workspaceId: key.workspaceId,
      name: key.name,
      scopes: key.scopes,
      secretPrefix: key.secretPrefix,
      createdAt: key.createdAt.toISOString(),
      lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
      revokedAt: key.revokedAt?.toISOString() ?? null,
    };
  }
}

export class WorkspaceKeyReceiptDto {
  key: WorkspaceKeyDto;
  /**
   * The secret of the key: a bearer credential, and the OAuth client secret. It cannot be retrieved again.
   * @example "ck_0f6ZkPq…"
   */
  @SecretField()
  secret: string;

  static from({ key, secret }: { key: WorkspaceKey; secret: string }): WorkspaceKeyReceiptDto {
    return { key: WorkspaceKeyDto.from(key), secret };
  }
}

export class WorkspaceKeyListDto {
  /** Workspace keys, newest first, including revoked ones. */
  keys: WorkspaceKeyDto[];

  static from(keys: readonly WorkspaceKey[]): WorkspaceKeyListDto {
    return { keys: keys.map((key) => WorkspaceKeyDto.from(key)) };
  }
}

// Decorators run from the last to the first, and the error reports the first rule that fails.
export class CreateWorkspaceKeyInput {
  /** @example "Website" */
  @Text({ min: 1, max: 100, line: true })
  name: string;
  @ApiProperty({ enum: KEY_SCOPES, isArray: true, minItems: 1, uniqueItems: true, example: ['chat:write'] })
  @IsIn(KEY_SCOPES, { each: true })
  @ArrayUnique()
  @ArrayMinSize(1)
  @IsArray()
  scopes: KeyScope[];
}

export class UpdateWorkspaceKeyInput {
  /** @example "Website" */
  @Text({ min: 1, max: 100, line: true, optional: true })
  name?: string;
  /** Must be scopes that the key already has: scopes can only be removed. */
  @ApiProperty({ enum: KEY_SCOPES, isArray: true, minItems: 1, uniqueItems: true, required: false })
  @Field({ optional: true })
  @IsIn(KEY_SCOPES, { each: true })
  @ArrayUnique()
  @ArrayMinSize(1)
  @IsArray()
  scopes?: KeyScope[];
}
