import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { IntegerQuery } from '../common/http/integer-query.decorator';
import { EmailAddress } from '../common/mail/email-address';
import { Field, LanguageTag, Text } from '../common/validation/field-rules';
import type { ContactAttribute } from './contact.entity';
import { AgentIds, Attributes, PhoneNumber } from './contact-fields';

/** What a caller may set about a contact; null clears. One of name, email, phone and externalId must remain. */
export class ContactInput {
  /** The agents whose members see the contact; empty: the whole workspace does. */
  @AgentIds()
  agentIds?: string[];
  /**
   * The workspace's own identifier of the person; no two contacts have the same.
   * @example "customer-1042"
   */
  @Text({ min: 1, max: 128, optional: true, nullable: true })
  externalId?: string | null;
  /** @example "Ann Lee" */
  @Text({ min: 1, max: 255, trim: true, optional: true, nullable: true })
  name?: string | null;
  /** Kept in lower case. */
  @EmailAddress()
  @ApiProperty({ type: String, format: 'email', nullable: true, required: false, example: 'ann@example.com' })
  @Field({ optional: true, nullable: true })
  email?: string | null;
  /** With its country code; kept as E.164. */
  @PhoneNumber({ optional: true, nullable: true })
  phone?: string | null;
  /** @example "Example Ltd" */
  @Text({ min: 1, max: 255, trim: true, optional: true, nullable: true })
  company?: string | null;
  /**
   * A language tag of BCP 47.
   * @example "en-GB"
   */
  @LanguageTag({ optional: true, nullable: true })
  locale?: string | null;
  /**
   * A name of the IANA time zone database.
   * @example "Europe/London"
   */
  @Text({ min: 1, max: 64, optional: true, nullable: true })
  timezone?: string | null;
  @Text({ max: 10_000, optional: true, nullable: true })
  notes?: string | null;
  @Attributes()
  attributes?: Record<string, ContactAttribute | null>;
  /** The workspace wants nothing more to do with the person. */
  @Field({ optional: true })
  @IsBoolean()
  blocked?: boolean;
}

export class CreateContactInput extends ContactInput {}

/** Only what is supplied changes; attributes merge, and an attribute that is null goes. */
export class UpdateContactInput extends ContactInput {}

export class ListContactsQuery {
  @IntegerQuery({ fallback: 50, min: 1, max: 100 })
  limit?: number = 50;
  /** Contacts to pass over. */
  @IntegerQuery({ fallback: 0, min: 0, max: 1_000_000 })
  offset?: number = 0;
  /**
   * Text that stands in the name, email, phone, externalId or company, whatever its case.
   * @example "ann"
   */
  @Text({ max: 200, optional: true })
  search?: string;
}
