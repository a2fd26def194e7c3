import { IdCursor, PageLimit } from '../common/http/page-query';
import { RequestExamples } from '../common/operations/request-examples';
import { Instant } from '../common/validation/instant';
import type { AccountScope } from '../common/operations/access';
import { AccountEmail, AccountScopes, CredentialName, CredentialText, CurrentPassword } from './credential-fields';

/** The current password proves that the account's owner sends the request, in addition to the credential or session. */
export class PasswordProofInput {
  /**
   * The account's current password. Attempts are counted, per user and per address.
   * @example "correct horse battery staple"
   */
  @CurrentPassword()
  currentPassword: string;
}

export class CreateAccountCredentialInput extends PasswordProofInput {
  /**
   * A label that helps people tell credentials apart.
   * @example "nightly export"
   */
  @CredentialName()
  name: string;

  /**
   * The scopes of the credential, at least one. A credential can pass on only scopes that it has itself.
   * @example ["workspaces:read"]
   */
  @AccountScopes()
  scopes: AccountScope[];

  /**
   * Must be at most 24 hours from now and no later than the end of the issuer session and of the calling credential, if
   * any. Default: the latest possible time.
   * @example "2030-01-31T09:30:00.000Z"
   */
  @Instant({ optional: true })
  expiresAt?: string;

  /**
   * The URL that the credential is valid for: that of the REST API or that of the MCP endpoint. The credential is
   * refused at the other one. Default: the REST API.
   * @example "http://localhost:3000/api/v1"
   */
  @CredentialText({ max: 2048, optional: true })
  audience?: string;
}

export class BootstrapAccountCredentialInput extends CreateAccountCredentialInput {
  /**
   * The verified email address of the account.
   * @example "ada@example.com"
   */
  @AccountEmail()
  email: string;
}

@RequestExamples({ 'a new name': { currentPassword: 'correct horse battery staple', name: 'weekly export' } })
export class EditAccountCredentialInput extends PasswordProofInput {
  /**
   * @example "weekly export"
   */
  @CredentialName({ optional: true })
  name?: string;

  /**
   * Must be scopes that the credential already has.
   * @example ["workspaces:read"]
   */
  @AccountScopes({ optional: true })
  scopes?: AccountScope[];

  /**
   * Must be no later than the current expiry.
   * @example "2030-01-31T09:30:00.000Z"
   */
  @Instant({ optional: true })
  expiresAt?: string;
}

/** The fields that the replacement narrows. Absent fields are copied from the old credential. */
export class RotateAccountCredentialInput extends EditAccountCredentialInput {}

export class RevokeAccountCredentialInput extends PasswordProofInput {
  /**
   * Optional. Stored with the credential, for people to read.
   * @example "laptop lost"
   */
  @CredentialText({ max: 500, optional: true, nullable: true })
  reason?: string | null;
}

export class ListAccountCredentialsQuery {
  /** Maximum number of credentials per page. */
  @PageLimit({ fallback: 20, max: 100 })
  limit: number;

  @IdCursor()
  cursor?: string;
}
