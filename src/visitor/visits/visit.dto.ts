import { ApiProperty } from '@nestjs/swagger';
import { SURFACES, type Surface } from '../../common/request/principal';
import type { VisitorConversation } from '../conversations/visitor-conversation.entity';

/** The claims of visitors about themselves. They are unverified: they match no contact and change none. */
export class VisitorClaimsDto {
  /** @example "ann@example.com" */
  email: string;
  @ApiProperty({ type: String, nullable: true, example: 'Ann Lee' })
  name: string | null;
  /**
   * When the visitor agreed to get answers by email.
   * @example "2026-01-15T09:30:00.000Z"
   */
  consentedAt: string;
}

export class VoiceConsentDto {
  /**
   * SHA-256 of the text that the visitor accepted, in hexadecimal.
   * @example "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
   */
  textHash: string;
  /** @example "2026-01-15T09:30:00.000Z" */
  acceptedAt: string;
}

export class VisitDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  conversationId: string;
  @ApiProperty({ enum: SURFACES, example: 'widget' })
  surface: Surface;
  /** Whether your server has signed who the visitor is. `pageUrl`, `locale` and `claims` are always as the visitor’s browser said. */
  verified: boolean;
  /** Origin of the page that the widget was on. null on the chat page. */
  @ApiProperty({ type: String, nullable: true, example: 'https://shop.example' })
  site: string | null;
  /** The page on which the conversation began, as the visitor’s browser said. */
  @ApiProperty({ type: String, nullable: true, example: 'https://shop.example/cart' })
  pageUrl: string | null;
  /** BCP 47 language tag. */
  @ApiProperty({ type: String, nullable: true, example: 'en-GB' })
  locale: string | null;
  /** What the visitor said about themselves. null: nothing. */
  @ApiProperty({ type: VisitorClaimsDto, nullable: true })
  claims: VisitorClaimsDto | null;
  /** What the visitor accepted before they spoke. null if nothing was accepted. */
  @ApiProperty({ type: VoiceConsentDto, nullable: true })
  voiceConsent: VoiceConsentDto | null;
  /** @example "2026-01-15T09:30:00.000Z" */
  startedAt: string;

  static from(visit: VisitorConversation): VisitDto {
    const { conversationId, surface, verified, site, pageUrl, locale, email, name, createdAt } = visit;
    const { consentedAt, voiceConsentHash, voiceConsentedAt } = visit;
    return {
      ...{ conversationId, surface, verified, site, pageUrl, locale },
      claims: email !== null && consentedAt ? { email, name, consentedAt: consentedAt.toISOString() } : null,
      voiceConsent:
        voiceConsentHash && voiceConsentedAt
          ? { textHash: voiceConsentHash.toString('hex'), acceptedAt: voiceConsentedAt.toISOString() }
          : null,
      startedAt: createdAt.toISOString(),
    };
  }
}

export class ConversationVisitDto {
  /** null: no visitor of a website began the conversation. */
  @ApiProperty({ type: VisitDto, nullable: true })
  visit: VisitDto | null;

  static from(visit: VisitorConversation | null): ConversationVisitDto {
    return { visit: visit && VisitDto.from(visit) };
  }
}

export class ContactVisitListDto {
  /** Newest first. Of the 50 newest conversations that you can see, those with a visitor of a website. */
  visits: VisitDto[];

  static from(visits: readonly VisitorConversation[]): ContactVisitListDto {
    return { visits: visits.map((visit) => VisitDto.from(visit)) };
  }
}
