import { Body, Controller, Post } from '@nestjs/common';
import { Operation } from '../common/operations/operation.decorator';
import { Section } from '../common/operations/section.decorator';
import { AccountDto, MailSentDto } from './account.dto';
import { CompletePasswordResetDto, EmailDto, MailTokenDto, RegisterAccountDto } from './account-input.dto';
import { AccountsService } from './accounts.service';
import { PasswordsService } from './passwords.service';

/** Before anybody is signed in: registration, verification, forgotten passwords. */
@Controller('accounts')
@Section('Registration, verification and forgotten passwords.')
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly passwords: PasswordsService,
  ) {}

  @Post()
  @Operation({
    operationId: 'registerAccount',
    summary: 'Register an account',
    description:
      'Sends a mail with a token that verifies the address. Answers the same for an address that has an account; its owner is told by mail.',
    access: { kind: 'public' },
    returns: MailSentDto,
    status: 202,
    limit: 'sign_up_per_address',
    errors: ['identity_unavailable'],
    idempotent: true,
    mcp: false,
  })
  async register(@Body() input: RegisterAccountDto): Promise<MailSentDto> {
    await this.accounts.register(input);
    return MailSentDto.verification();
  }

  @Post('verify')
  @Operation({
    operationId: 'verifyAccountEmail',
    summary: 'Verify the email address of an account',
    description:
      'Takes the token of a verification mail. The name and password of the registration that the mail belongs to become the account’s.',
    access: { kind: 'public' },
    returns: AccountDto,
    errors: ['identity_unavailable'],
    mcp: false,
  })
  async verify(@Body() { token }: MailTokenDto): Promise<AccountDto> {
    return AccountDto.from(await this.accounts.verifyEmail(token));
  }

  @Post('verification')
  @Operation({
    operationId: 'resendAccountVerification',
    summary: 'Send the verification mail again',
    description: 'Sends a mail where the address has an unverified account; answers the same in every case.',
    access: { kind: 'public' },
    returns: MailSentDto,
    status: 202,
    limit: 'sign_up_per_address',
    mcp: false,
  })
  async resendVerification(@Body() { email }: EmailDto): Promise<MailSentDto> {
    await this.accounts.resendVerification(email);
    return MailSentDto.verification();
  }

  @Post('password-reset')
  @Operation({
    operationId: 'requestPasswordReset',
    summary: 'Ask for a mail to choose a new password',
    description: 'Sends a mail where the address has an account; answers the same in every case.',
    access: { kind: 'public' },
    returns: MailSentDto,
    status: 202,
    limit: 'sign_up_per_address',
    mcp: false,
  })
  async requestPasswordReset(@Body() { email }: EmailDto): Promise<MailSentDto> {
    await this.passwords.requestReset(email);
    return MailSentDto.passwordReset();
  }

  @Post('password-reset/complete')
  @Operation({
    operationId: 'completePasswordReset',
    summary: 'Choose a new password with the token of a mail',
    description:
      'Ends every session of the account, and with them every credential issued under them. The email counts as verified.',
    access: { kind: 'public' },
    returns: AccountDto,
    errors: ['identity_unavailable'],
    mcp: false,
  })
  async completePasswordReset(@Body() { token, newPassword }: CompletePasswordResetDto): Promise<AccountDto> {
    return AccountDto.from(await this.passwords.completeReset(token, newPassword));
  }
}
