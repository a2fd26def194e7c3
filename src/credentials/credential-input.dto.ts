import {
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsEmail,
  IsIn,
  IsString,
  Length,
  Matches,
  MaxLength,
} from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
import { IdCursor, PageLimit } from '../common/http/page-query';
import { ACCOUNT_SCOPES, type AccountScope } from '../common/operations/access';
import { SecretField } from '../common/operations/secret-field';
import { Field } from '../common/validation/field-rules';
import { IsInstant } from './instant.decorator';

/** Fresh proof that the account's owner is here: the password, whatever credential or session the request brings. */
export class PasswordProofInput {
  /**
   * The account's current password. Attempts are counted, per user and per address.
   * @example "correct horse battery staple"
   */
  @SecretField()
  @IsString()
  @Length(1, 1024)
  currentPassword: string;
}

export class CreateAccountCredentialInput extends PasswordProofInput {
  /**
   * A label that helps people tell credentials apart.
   * @example "nightly export"
   */
  @IsString()
  @Length(1, 100)
  @Matches(/\S/, { message: 'must not be blank' })
  name: string;

  /**
   * What the credential may do; at least one scope. A credential can pass on only scopes that it has itself.
   * @example ["workspaces:read"]
   */
  @ApiProperty({ enum: ACCOUNT_SCOPES, isArray: true, minItems: 1, uniqueItems: true })
  @IsArray()
  @ArrayNotEmpty()
  @ArrayUnique()
  @IsIn(ACCOUNT_SCOPES, { each: true, message: 'must contain only account scopes' })
  scopes: AccountScope[];

  /**
   * Must be at most 24 hours from now and no later than the end of the issuer session and of the calling credential, if
   * any. Default: the latest possible time.
   * @example "2030-01-31T09:30:00.000Z"
   */
  @Field({ optional: true })
  @IsInstant()
  expiresAt?: string;

  /**
   * The URL that the credential is valid for: that of the REST API or that of the MCP endpoint. The credential is
   * refused at the other one. Default: the REST API.
   * @example "http://localhost:3000/api/v1"
   */
  @Field({ optional: true })
  @IsString()
  @MaxLength(2048)
  audience?: string;
}

export class BootstrapAccountCredentialInput extends CreateAccountCredentialInput {
  /**
   * The verified email address of the account.
   * @example "ada@example.com"
   */
  @IsEmail()
  @MaxLength(254)
  email: string;
}

export class EditAccountCredentialInput extends PasswordProofInput {
  /**
   * @example "weekly export"
   */
  @Field({ optional: true })
  @IsString()
  @Length(1, 100)
  @Matches(/\S/, { message: 'must not be blank' })
  name?: string;

  /**
   * Must be scopes that the credential already has.
   * @example ["workspaces:read"]
   */
  @ApiProperty({ enum: ACCOUNT_SCOPES, isArray: true, minItems: 1, uniqueItems: true })
  @Field({ optional: true })
  @IsArray()
  @ArrayNotEmpty()
  @ArrayUnique()
  @IsIn(ACCOUNT_SCOPES, { each: true, message: 'must contain only account scopes' })
  scopes?: AccountScope[];

  /**
   * Must be no later than the current expiry.
   * @example "2030-01-31T09:30:00.000Z"
   */
  @Field({ optional: true })
  @IsInstant()
  expiresAt?: string;
}

/** What the replacement has less of than the credential that it replaces; everything absent is taken over. */
export class RotateAccountCredentialInput extends EditAccountCredentialInput {}

export class RevokeAccountCredentialInput extends PasswordProofInput {
  /**
   * Optional. Stored with the credential, for people to read.
   * @example "laptop lost"
   */
  @ApiProperty({ type: String, nullable: true, maxLength: 500, required: false })
  @Field({ optional: true, nullable: true })
  @IsString()
  @MaxLength(500)
  reason?: string | null;
}

export class ListAccountCredentialsQuery {
  /** Maximum number of credentials per page. */
  @PageLimit({ fallback: 20, max: 100 })
  limit?: number = 20;

  @IdCursor('all')
  cursor?: string;
}
