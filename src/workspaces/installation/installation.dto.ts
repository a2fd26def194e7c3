import { ApiProperty } from '@nestjs/swagger';
import { ChosenPassword, PersonName } from '../../accounts/account-fields';
import { SignedInDto } from '../../accounts/sessions/session.dto';
import { EmailAddress } from '../../common/mail/email-address';
import { SecretField } from '../../common/operations/secret-field';
import { Text } from '../../common/validation/field-rules';
import { WorkspaceDto } from '../workspace.dto';
import type { FirstAccount, InstallationState } from './installation.types';

export class InstallationDto {
  /** Whether the installation has no account with a verified address yet, so that `setUpInstallation` works. */
  needsSetup: boolean;
  /** Who can create an account: `open` means any person, `invitation` only people whom a workspace has invited. */
  @ApiProperty({ enum: ['open', 'invitation'], example: 'open' })
  registration: InstallationState['registration'];
  /** Whether email leaves by SMTP or is written to files. null once the installation is set up. */
  @ApiProperty({ type: String, enum: ['smtp', 'files', null], nullable: true, example: 'files' })
  mail: InstallationState['mail'];

  static from({ needsSetup, registration, mail }: InstallationState): InstallationDto {
    return { needsSetup, registration, mail };
  }
}

export class SetUpInstallationInput {
  /**
   * The set-up code, which the service prints for its operator.
   * @example "q3Zk9sVJ2dYb0cS8r3gqWg"
   */
  @SecretField()
  @Text({ max: 100 })
  code: string;

  /** The address of your account. It needs no verification. */
  @EmailAddress()
  email: string;

  /**
   * Must be 12 to 200 characters.
   * @example "correct horse battery staple"
   */
  @ChosenPassword()
  password: string;

  /**
   * Your name. Must not contain line breaks; surrounding white space is removed.
   * @example "Ada Lovelace"
   */
  @PersonName()
  name: string;

  /**
   * Name of your first workspace. Surrounding white space is removed.
   * @example "Acme Support"
   */
  @Text({ min: 1, max: 255, line: true })
  workspaceName: string;
}

export class FirstAccountDto extends SignedInDto {
  workspace: WorkspaceDto;

  static override from(first: FirstAccount): FirstAccountDto {
    const { session, account } = SignedInDto.from(first);
    return { session, account, workspace: WorkspaceDto.from(first.workspace) };
  }
}
