import { ApiProperty } from '@nestjs/swagger';
import { IntegerQuery } from '../common/http/integer-query.decorator';
import { EmailAddress } from '../common/mail/email-address';
import { RequestExamples } from '../common/operations/request-examples';
import { Field, LanguageTag, Text } from '../common/validation/field-rules';
import { Flag } from '../common/validation/plain-fields';
import type { ContactAttribute } from './contact.entity';
import { AgentIds, Attributes, PhoneNumber } from './contact-fields';

/**
 * The fields of a contact that a caller can set. null clears a field. One of name, email, phone, and externalId must
 * remain.
 */
export class ContactInput {
  /** The agents whose members can see the contact. If empty, the whole workspace can. */
  @AgentIds()
  agentIds?: string[];
  /**
   * Your own identifier for the person. Must be unique among the contacts of the workspace.
   * @example "customer-1042"
   */
  @Text({ min: 1, max: 128, optional: true, nullable: true })
  externalId?: string | null;
  /** @example "Ann Lee" */
  @Text({ min: 1, max: 255, line: true, optional: true, nullable: true })
  name?: string | null;
  /** Stored in lowercase. */
  @EmailAddress()
  @ApiProperty({ type: String, format: 'email', nullable: true, required: false, example: 'ann@example.com' })
  @Field({ optional: true, nullable: true })
  email?: string | null;
  /** Phone number with country code. Stored in E.164 format. */
  @PhoneNumber({ optional: true, nullable: true })
  phone?: string | null;
  /** @example "Example Ltd" */
  @Text({ min: 1, max: 255, line: true, optional: true, nullable: true })
  company?: string | null;
  /**
   * BCP 47 language tag.
   * @example "en-GB"
   */
  @LanguageTag({ optional: true, nullable: true })
  locale?: string | null;
  /**
   * IANA time zone name.
   * @example "Europe/London"
   */
  @Text({ min: 1, max: 64, optional: true, nullable: true })
  timezone?: string | null;
  @Text({ max: 10_000, optional: true, nullable: true })
  notes?: string | null;
  @Attributes()
  attributes?: Record<string, ContactAttribute | null>;
  /**
   * Whether the workspace has blocked the person. Messages from a blocked person are kept, but they do not need
   * attention from members.
   */
  @Flag({ optional: true })
  blocked?: boolean;
}

@RequestExamples({ 'a person with an address': { name: 'Ann Lee', email: 'ann@example.com' } })
export class CreateContactInput extends ContactInput {}

/** Changes only the fields that are sent. Attributes are merged; an attribute set to null is removed. */
@RequestExamples({ 'another company': { company: 'Example Ltd' } })
export class UpdateContactInput extends ContactInput {}

export class ListContactsQuery {
  @IntegerQuery({ fallback: 50, min: 1, max: 100 })
  limit: number;
  /** Number of contacts to skip. */
  @IntegerQuery({ fallback: 0, min: 0, max: 1_000_000 })
  offset: number;
  /**
   * Optional. Returns only contacts with this text in the name, email, phone, externalId, or company, ignoring case.
   * @example "ann"
   */
  @Text({ max: 200, optional: true })
  search?: string;
}
