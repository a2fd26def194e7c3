import { ApiProperty } from '@nestjs/swagger';
import { ACTOR_KINDS, OUTCOMES, SURFACES_OF_ENTRIES } from '../common/audit/audit.types';
import { ROLES, type Role } from '../common/operations/access';
import { NextCursor } from '../common/http/page-query';
import type { Page } from '../common/database/page';
import { shownWorkspace } from './chain-records';
import type { AuditEntry } from './audit-entry.entity';
import type { NamedEntry } from './audit.types';

const Id = (): PropertyDecorator =>
  ApiProperty({ type: String, format: 'uuid', nullable: true, example: '01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f' });
const Value = (): PropertyDecorator =>
  ApiProperty({
    description: 'Any JSON value. A long text is `{sha256, length}`, a URL is `{origin, sha256}`.',
    nullable: true,
    example: 'member',
    oneOf: [
      { type: 'string' },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'object' },
      { type: 'array', items: {} },
    ],
  });

export class AuditActorDto {
  /** `session`: a user who is signed in, or who tried to. */
  @ApiProperty({ enum: ACTOR_KINDS })
  kind: (typeof ACTOR_KINDS)[number];
  @Id()
  accountId: string | null;
  @Id()
  memberId: string | null;
  /** The role at that time. */
  @ApiProperty({ enum: ROLES, nullable: true })
  role: Role | null;
  @Id()
  sessionId: string | null;
  @Id()
  credentialId: string | null;
  /**
   * The credential and those that it was issued by, oldest first.
   * @example []
   */
  lineage: string[];
  @Id()
  keyId: string | null;
  @Id()
  tokenId: string | null;
  /**
   * The name of the account or key as it is now. null once it is gone.
   * @example "Ada Lovelace"
   */
  name: string | null;
}

export class AuditedRecordDto {
  /** @example "member" */
  type: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f" */
  id: string;
}

export class AuditChangeDto {
  /** @example "role" */
  field: string;
  @Value()
  before: unknown;
  @Value()
  after: unknown;
  /** Whether the values are left out, since they are about people or secret. */
  redacted: boolean;
}

export class AuditEntryDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-8a2b3c4d5e6f" */
  id: string;
  @Id()
  workspaceId: string | null;
  /** The number in the log, from 1 without gaps. null until it is sealed, which takes at most five seconds. */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 1, example: 4711 })
  sequence: number | null;
  /** @example "2026-03-01T09:30:00.000Z" */
  at: string;
  /**
   * The operation, or `operator.…` for a command of the operator and `system.…` for what the service does by itself.
   * @example "updateMember"
   */
  operationId: string;
  @ApiProperty({ enum: SURFACES_OF_ENTRIES })
  surface: AuditEntry['surface'];
  @ApiProperty({ enum: OUTCOMES })
  outcome: AuditEntry['outcome'];
  /**
   * The error code of a refusal.
   * @example null
   */
  code: string | null;
  /**
   * The number of attempts. Equal refusals of five minutes are one entry after the first.
   * @example 1
   */
  count: number;
  actor: AuditActorDto;
  /** The record that the operation is about. */
  @ApiProperty({ type: AuditedRecordDto, nullable: true })
  subject: AuditedRecordDto | null;
  /** At most 10. */
  related: AuditedRecordDto[];
  /** At most 100. */
  changes: AuditChangeDto[];
  /**
   * The `X-Request-Id` of the request.
   * @example "0198c5f07a3e7cc19d2f3f0f4a1f2b3c"
   */
  requestId: string | null;
  /**
   * The network of the caller: a /24 or /48. Emptied after 90 days.
   * @example "203.0.113.0/24"
   */
  address: string | null;
  /**
   * The program that sent the request. Emptied after 90 days.
   * @example "parley/1.4.0"
   */
  client: string | null;
  /** The batch that it is sealed in. */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 1, example: 12 })
  batch: number | null;

  static from({ entry, actorName }: NamedEntry): AuditEntryDto {
    const { actorKind: kind, byAccount: accountId, memberId, role, sessionId, credentialId, keyId, tokenId } = entry;
    return {
      id: entry.id,
      workspaceId: shownWorkspace(entry.workspaceId),
      sequence: entry.sequence,
      at: entry.at.toISOString(),
      operationId: entry.operationId,
      surface: entry.surface,
      outcome: entry.outcome,
      code: entry.code,
      count: entry.count,
      actor: {
        ...{ kind, accountId, memberId, role, sessionId, credentialId, lineage: entry.lineage ?? [] },
        ...{ keyId, tokenId, name: actorName },
      },
      subject: entry.subjectType === null ? null : { type: entry.subjectType, id: entry.subjectId! },
      related: entry.related,
      changes: entry.changes,
      requestId: entry.requestId,
      address: entry.address,
      client: entry.client,
      batch: entry.batchNumber,
    };
  }
}

export class AuditEntryPageDto {
  /** Newest first. */
  entries: AuditEntryDto[];
  @NextCursor('uuid')
  nextCursor: string | null;

  static from({ rows, nextCursor }: Page<NamedEntry>): AuditEntryPageDto {
    return { entries: rows.map((row) => AuditEntryDto.from(row)), nextCursor };
  }
}
