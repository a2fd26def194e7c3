import { ApiProperty } from '@nestjs/swagger';
import { Equals } from 'class-validator';
import { EmailAddress } from '../../common/mail/email-address';
import { Text } from '../../common/validation/field-rules';
import { Flag } from '../../common/validation/plain-fields';

export class LeaveVisitorContactInput {
  /** Stored in lowercase. */
  @EmailAddress()
  email: string;
  /** @example "Ann Lee" */
  @Text({ min: 1, max: 255, line: true, optional: true })
  name?: string;
  /** The visitor agrees that the answer comes by email. */
  @ApiProperty({ enum: [true] })
  @Equals(true, { message: 'must be true' })
  @Flag()
  consent: true;
}

export class VisitorContactDto {
  /** @example "ann@example.com" */
  email: string;
  /** @example "Ann Lee" */
  @ApiProperty({ type: String, nullable: true })
  name: string | null;
  consent: boolean;
}

export class EraseVisitorDataInput {
  /** It cannot be undone. */
  @ApiProperty({ enum: [true] })
  @Equals(true, { message: 'must be true' })
  @Flag()
  confirm: true;
}
