import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsUUID, Matches } from 'class-validator';
import { PROBLEM_KINDS } from '../audit-chain/chain-verifier';
import { OUTCOMES } from '../common/audit/audit.types';
import { IntegerQuery } from '../common/http/integer-query.decorator';
import { IdCursor, PageLimit } from '../common/http/page-query';
import { RequestExamples } from '../common/operations/request-examples';
import { UtcInstant } from '../common/validation/instant';
import { Nested, OneOf, Whole } from '../common/validation/plain-fields';
import type { ExportedPart } from './audit-export.service';
import type { Verification, VerifiedPart } from './audit-chain.service';
import type { EntryFilter } from './audit.types';

const MOST = 2 ** 31 - 1;

const IdQuery = (): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ type: String, format: 'uuid', example: '01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f' }),
    IsOptional(),
    IsUUID('loose'),
  );
const WordQuery = (form: RegExp, example: string): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ type: String, pattern: form.source, maxLength: 100, example }),
    IsOptional(),
    Matches(form, { message: `must look like ${example}` }),
  );

export class ListAuditEntriesQuery {
  @PageLimit({ fallback: 50, max: 200 })
  limit: number;
  @IdCursor()
  cursor?: string;
  /** What this account did. */
  @IdQuery()
  actorAccountId?: string;
  /** What this credential did, and those that were issued with it. */
  @IdQuery()
  credentialId?: string;
  /** What this workspace key and its access tokens did. */
  @IdQuery()
  keyId?: string;
  /** One operation, such as `updateMember` or `operator.setPlan`. */
  @WordQuery(/^[A-Za-z]{1,80}(\.[A-Za-z]{1,80})?$/, 'updateMember')
  operationId?: string;
  /** The type of the record. */
  @WordQuery(/^[a-z_]{1,100}$/, 'member')
  subjectType?: string;
  /** The id of the record. */
  @IdQuery()
  subjectId?: string;
  @OneOf(OUTCOMES, { optional: true })
  outcome?: (typeof OUTCOMES)[number];
  /** Entries of then or later. In UTC (ends in `Z`). */
  @UtcInstant({ optional: true })
  from?: string;
  /** Entries before. In UTC (ends in `Z`). */
  @UtcInstant({ optional: true })
  to?: string;

  static filter({ limit: _limit, cursor: _cursor, from, to, ...exact }: ListAuditEntriesQuery): EntryFilter {
    return {
      ...exact,
      from: from === undefined ? undefined : new Date(from),
      to: to === undefined ? undefined : new Date(to),
    };
  }
}

export class ListAccountActivityQuery {
  @PageLimit({ fallback: 50, max: 200 })
  limit: number;
  @IdCursor()
  cursor?: string;
}

export class ExportAuditLogQuery {
  /** Begins with the batch that has this entry: the way to go on after a broken download. */
  @IntegerQuery({ min: 1, max: MOST })
  fromSequence?: number;
  /** Begins with the first batch that was sealed then or later. In UTC (ends in `Z`). */
  @UtcInstant({ optional: true })
  from?: string;
  /** Ends with the last batch that was sealed then or before. In UTC (ends in `Z`). */
  @UtcInstant({ optional: true })
  to?: string;

  static part({ fromSequence, from, to }: ExportAuditLogQuery): ExportedPart {
    return {
      fromSequence,
      from: from === undefined ? undefined : new Date(from),
      to: to === undefined ? undefined : new Date(to),
    };
  }
}

export class KnownHeadInput {
  /** @example 12 */
  @Whole({ min: 1, max: MOST })
  number: number;
  /**
   * SHA-256 in hex.
   * @example "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"
   */
  @ApiProperty({ pattern: '^[0-9a-fA-F]{64}$', maxLength: 64 })
  @Matches(/^[0-9a-fA-F]{64}$/, { message: 'must be 64 hexadecimal digits' })
  hash: string;
}

@RequestExamples({
  'against a head that you kept': {
    fromBatch: 1,
    knownHead: { number: 12, hash: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae' },
  },
})
export class VerifyAuditLogInput {
  /** Default: 1. */
  @Whole({ min: 1, max: MOST, optional: true })
  fromBatch?: number;
  /** Default: the newest. */
  @Whole({ min: 1, max: MOST, optional: true })
  toBatch?: number;
  /** A head that you kept elsewhere. Without it, a log that was cut at its end, or replaced as a whole, is not noticed. */
  @Nested(() => KnownHeadInput, { optional: true })
  knownHead?: KnownHeadInput;

  static part(input: VerifyAuditLogInput): VerifiedPart {
    const { fromBatch, toBatch, knownHead } = input;
    return { fromBatch, toBatch, knownHead };
  }
}

export class AuditProblemDto {
  @ApiProperty({ enum: PROBLEM_KINDS })
  kind: (typeof PROBLEM_KINDS)[number];
  /** @example 12 */
  batch: number;
  /** The entry, where it is known. */
  @ApiProperty({ type: 'integer', nullable: true, example: 4711 })
  sequence: number | null;
}

export class AuditVerificationDto {
  /** Whether the checked batches have no problem. */
  ok: boolean;
  /** @example 200 */
  batchesChecked: number;
  /** @example 4711 */
  entriesChecked: number;
  /** The first problem. */
  @ApiProperty({ type: AuditProblemDto, nullable: true, example: null })
  problem: AuditProblemDto | null;
  /** The `fromBatch` of the next call. null if this one reached the end. */
  @ApiProperty({ type: 'integer', nullable: true, example: null })
  nextBatch: number | null;

  static from({ problem, ...counts }: Verification): AuditVerificationDto {
    return { ok: problem === null, ...counts, problem };
  }
}

export class AuditHeadDto {
  /** @example 12 */
  number: number;
  /** @example 4711 */
  lastSequence: number;
  /**
   * SHA-256 of the header, in hex.
   * @example "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"
   */
  hash: string;
  /**
   * Ed25519, of the bytes of the hash, in base64.
   * @example "mJd2Vb0r6rQ8rXW0gYHcT5nTg0t9Jm2gIYyq0zJf0m0b5t3rTn8m6w1cWl0m2m4jv3bq6aWc3j7l0Qe1s2d4Cg=="
   */
  signature: string;
  /**
   * A key of `/.well-known/parley-audit-keys.json`.
   * @example "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
   */
  keyId: string;
  /** @example "2026-03-01T09:30:04.000Z" */
  sealedAt: string;
}

/** One line of an exported audit log. */
export class AuditLogLineDto {
  @ApiProperty({ enum: ['header', 'entry', 'batch', 'end'] })
  type: 'header' | 'entry' | 'batch' | 'end';
}
