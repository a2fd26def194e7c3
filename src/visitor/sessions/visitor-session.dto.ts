import { ApiProperty } from '@nestjs/swagger';
import { RequestExamples } from '../../common/operations/request-examples';
import { SecretField } from '../../common/operations/secret-field';
import { SURFACES, type Surface } from '../../common/request/principal';
import { LanguageTag, Text } from '../../common/validation/field-rules';
import type { BegunSession, ShownSession } from './visitor-session.types';

@RequestExamples({ 'a visitor who is not known': { locale: 'de-CH' } })
export class CreateVisitorSessionInput {
  /** The ticket of a document of the widget or of the chat page. Without one, the request’s `Origin` must be allowed. */
  @Text({ min: 1, max: 2_000, optional: true })
  ticket?: string;
  /**
   * Who the visitor is: a JWT that your server has signed with an identity key of the agent.
   * @example "eyJhbGciOiJIUzI1NiJ9…"
   */
  @SecretField()
  @Text({ min: 1, max: 4_096, optional: true })
  userJwt?: string;
  /**
   * BCP 47 language tag of the visitor.
   * @example "de-CH"
   */
  @LanguageTag({ optional: true })
  locale?: string;
}

export class IdentifyVisitorInput {
  /**
   * Who the visitor is: a JWT that your server has signed with an identity key of the agent.
   * @example "eyJhbGciOiJIUzI1NiJ9…"
   */
  @SecretField()
  @Text({ min: 1, max: 4_096 })
  userJwt: string;
}

export class VisitorSessionDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-8a2b3c4d5e6f" */
  id: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f" */
  agentId: string;
  /** Whether your server has signed who the visitor is. */
  verified: boolean;
  @ApiProperty({ enum: SURFACES, example: 'widget' })
  surface: Surface;
  /** @example "2026-01-15T09:30:00.000Z" */
  createdAt: string;
  /**
   * When the session ends unless it is used: 30 days after its last use, or with what says who the visitor is.
   * @example "2026-02-14T09:30:00.000Z"
   */
  expiresAt: string;

  static from({ sessionId, agentId, identity, surface, createdAt, expiresAt }: ShownSession): VisitorSessionDto {
    return {
      id: sessionId,
      agentId,
      verified: identity !== null,
      surface,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    };
  }
}

export class VisitorSessionReceiptDto {
  session: VisitorSessionDto;
  /**
   * The bearer credential of the visitor. Keep it where scripts of other sites cannot read it.
   * @example "cv_0f6ZkPq…"
   */
  @SecretField()
  token: string;

  static from({ session, token }: BegunSession): VisitorSessionReceiptDto {
    return { session: VisitorSessionDto.from(session), token };
  }
}

export class VisitorSessionEndDto {
  @ApiProperty({ enum: [true] })
  ended: true;
}
