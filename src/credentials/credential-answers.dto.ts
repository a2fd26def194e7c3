import { ApiProperty } from '@nestjs/swagger';
import { NextCursor } from '../common/http/page-query';
import { SecretField } from '../common/operations/secret-field';
import type { Audiences } from './audiences';
import { AccountCredentialDto } from './credential.dto';
import type { CredentialPage, Receipt, Revocation } from './credential.types';

/** The answer to issuing and rotating: the only time that the secret is shown. */
export class CredentialReceiptDto {
  credential: AccountCredentialDto;
  /**
   * The secret of the credential, sent as `Authorization: Bearer <secret>`. It cannot be retrieved again.
   * @example "ca_ followed by 49 letters and digits"
   */
  @SecretField()
  secret: string;

  static from({ credential, secret }: Receipt, audiences: Audiences): CredentialReceiptDto {
    return { credential: AccountCredentialDto.from(credential, audiences), secret };
  }
}

export class AccountCredentialListDto {
  /** Active and past credentials, newest first. */
  @ApiProperty({ type: [AccountCredentialDto] })
  credentials: AccountCredentialDto[];
  @NextCursor('uuid')
  nextCursor: string | null;

  static from({ credentials, nextCursor }: CredentialPage, audiences: Audiences): AccountCredentialListDto {
    return { credentials: credentials.map((one) => AccountCredentialDto.from(one, audiences)), nextCursor };
  }
}

export class CredentialRevocationRecordDto {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;
  @ApiProperty({ enum: ['revoked'] })
  status: 'revoked';
  /** When the credential was first revoked. */
  @ApiProperty({ type: String, format: 'date-time' })
  revokedAt: string;
  /** The reason given at the first revocation. */
  @ApiProperty({ type: String, nullable: true, example: 'laptop lost' })
  reason: string | null;
  /** Whether the credential was already revoked, so that this request changed nothing. */
  alreadyRevoked: boolean;

  static from({ id, revokedAt, reason, alreadyRevoked }: Revocation): CredentialRevocationRecordDto {
    return { id, status: 'revoked', revokedAt: revokedAt.toISOString(), reason, alreadyRevoked };
  }
}
