import { ApiProperty } from '@nestjs/swagger';
import type { Page } from '../common/database/page';
import { NextCursor } from '../common/http/page-query';
import { ACCOUNT_SCOPES, type AccountScope } from '../common/operations/access';
import { SecretField } from '../common/operations/secret-field';
import type { Audiences } from '../common/request/audience';
import { type Issuer, ISSUERS } from './account-credential.entity';
import { ACTOR_KINDS, type ActorKind, EVENT_KINDS, type EventKind } from './credential-event.entity';
import {
  type Credential,
  CREDENTIAL_STATUSES,
  type CredentialStatus,
  type Receipt,
  type Revocation,
} from './credential.types';

const NULLABLE_UUID = { type: String, format: 'uuid', nullable: true } as const;
const NULLABLE_INSTANT = { type: String, format: 'date-time', nullable: true } as const;
const INSTANT = { type: String, format: 'date-time' } as const;

/** The predecessor and the successor of the credential in a chain of rotations. */
export class CredentialRotationDto {
  /** When this credential was replaced. null if it was not. */
  @ApiProperty(NULLABLE_INSTANT)
  rotatedAt: string | null;
  /** Id of the credential that this one replaced. */
  @ApiProperty(NULLABLE_UUID)
  replacesId: string | null;
  /** Id of the credential that replaced this one. */
  @ApiProperty(NULLABLE_UUID)
  replacedById: string | null;

  static from({ rotatedAt, replacesId, replacedById }: Credential): CredentialRotationDto | null {
    if (replacesId === null && replacedById === null) return null;
    return { rotatedAt: rotatedAt?.toISOString() ?? null, replacesId, replacedById };
  }
}

export class CredentialRevocationDto {
  @ApiProperty(INSTANT)
  revokedAt: string;
  /**
   * The reason given, or why the credential ended with the one that issued it.
   * @example "laptop lost"
   */
  @ApiProperty({ type: String, nullable: true })
  reason: string | null;

  static from({ revokedAt, revocationReason }: Credential): CredentialRevocationDto | null {
    return revokedAt && { revokedAt: revokedAt.toISOString(), reason: revocationReason };
  }
}

export class CredentialEventDto {
  @ApiProperty({ enum: EVENT_KINDS })
  kind: EventKind;
  @ApiProperty(INSTANT)
  at: string;
  /** What authorized the change. `password` means that the credential was created with `bootstrapAccountCredential`. */
  @ApiProperty({ enum: ACTOR_KINDS })
  byKind: ActorKind;
  /** Id of the session or credential. null for `password`. */
  @ApiProperty(NULLABLE_UUID)
  byId: string | null;

  static from({ kind, at, byKind, byId }: Credential['history'][number]): CredentialEventDto {
    return { kind, at: at.toISOString(), byKind, byId };
  }
}

/** An account credential without its secret. */
export class AccountCredentialDto {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;
  /** @example "nightly export" */
  name: string;
  /** `invalid` means that the issuer session ended before the credential expired. */
  @ApiProperty({ enum: CREDENTIAL_STATUSES })
  status: CredentialStatus;
  /**
   * The first 7 characters of the secret.
   * @example "ca_4fRz"
   */
  secretPrefix: string;
  /**
   * The URL of the API that the credential is valid for.
   * @example "http://localhost:3000/api/v1"
   */
  audience: string;
  @ApiProperty({ enum: ACCOUNT_SCOPES, isArray: true, example: ['workspaces:read'] })
  scopes: AccountScope[];
  @ApiProperty({ enum: ISSUERS })
  issuedBy: Issuer;
  /** The credential that issued this one. This credential ends when that one ends. */
  @ApiProperty(NULLABLE_UUID)
  parentCredentialId: string | null;
  @ApiProperty(INSTANT)
  createdAt: string;
  @ApiProperty(INSTANT)
  updatedAt: string;
  @ApiProperty(INSTANT)
  expiresAt: string;
  /** Accurate to a few seconds. */
  @ApiProperty(NULLABLE_INSTANT)
  lastUsedAt: string | null;
  @ApiProperty({ type: CredentialRotationDto, nullable: true })
  rotation: CredentialRotationDto | null;
  @ApiProperty({ type: CredentialRevocationDto, nullable: true })
  revocation: CredentialRevocationDto | null;
  /** Every change to the credential, oldest first. */
  @ApiProperty({ type: [CredentialEventDto] })
  history: CredentialEventDto[];

  static from(credential: Credential, audiences: Audiences): AccountCredentialDto {
    return {
      id: credential.id,
      name: credential.name,
      status: credential.status,
      secretPrefix: credential.secretPrefix,
      audience: audiences.urlOf(credential.audience),
      scopes: credential.scopes,
      issuedBy: credential.issuedBy,
      parentCredentialId: credential.parentCredentialId,
      createdAt: credential.createdAt.toISOString(),
      updatedAt: credential.updatedAt.toISOString(),
      expiresAt: credential.expiresAt.toISOString(),
      lastUsedAt: credential.lastUsedAt?.toISOString() ?? null,
      rotation: CredentialRotationDto.from(credential),
      revocation: CredentialRevocationDto.from(credential),
      history: credential.history.map((event) => CredentialEventDto.from(event)),
    };
  }
}

/** The answer that contains the secret: after creation and rotation only. */
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

export class AccountCredentialPageDto {
  /** Active and past credentials, newest first. */
  @ApiProperty({ type: [AccountCredentialDto] })
  credentials: AccountCredentialDto[];
  @NextCursor('uuid')
  nextCursor: string | null;

  static from({ rows, nextCursor }: Page<Credential>, audiences: Audiences): AccountCredentialPageDto {
    return { credentials: rows.map((one) => AccountCredentialDto.from(one, audiences)), nextCursor };
  }
}

export class RevokedAccountCredentialDto {
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

  static from({ id, revokedAt, reason, alreadyRevoked }: Revocation): RevokedAccountCredentialDto {
    return { id, status: 'revoked', revokedAt: revokedAt.toISOString(), reason, alreadyRevoked };
  }
}
