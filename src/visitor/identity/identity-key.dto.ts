import { ApiProperty } from '@nestjs/swagger';
import { SecretField } from '../../common/operations/secret-field';
import type { IdentityKey } from './identity-key.entity';

export class IdentityKeyDto {
  /**
   * Id of the key. Name it as `kid` in the header of what you sign.
   * @example "01995a3e-4c1f-7d5e-9a51-1b2b3c4d5e6f"
   */
  id: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f" */
  agentId: string;
  /** @example "2026-01-15T09:30:00.000Z" */
  createdAt: string;
  /** When the key was revoked. null if it is active. */
  @ApiProperty({ type: String, nullable: true, example: null })
  revokedAt: string | null;

  static from({ id, agentId, createdAt, revokedAt }: IdentityKey): IdentityKeyDto {
    return { id, agentId, createdAt: createdAt.toISOString(), revokedAt: revokedAt?.toISOString() ?? null };
  }
}

export class IdentityKeyReceiptDto {
  key: IdentityKeyDto;
  /**
   * What to sign with: its characters, as UTF-8, are the key of HS256. It cannot be retrieved again.
   * @example "r5cR3nYV3o0eW1nQv8eC0yq2…"
   */
  @SecretField()
  secret: string;

  static from({ key, secret }: { key: IdentityKey; secret: string }): IdentityKeyReceiptDto {
    return { key: IdentityKeyDto.from(key), secret };
  }
}

export class IdentityKeyListDto {
  /** Newest first, including revoked ones. */
  keys: IdentityKeyDto[];
}
