import { Body, Controller, Post } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { Operation } from '../common/operations/operation.decorator';
import { Section } from '../common/operations/section.decorator';
import { AccountDto, MailSentDto } from './account.dto';
import {
  CompletePasswordResetDto,
  EmailDto,
  RegisterAccountDto,
  ResendVerificationDto,
  VerifyAccountEmailDto,
} from './account-input.dto';
import { PasswordsService } from './passwords.service';
import { EmailVerification } from './registrations/email-verification.service';
import { RegistrationsService } from './registrations/registrations.service';

/** Either a password or a new one; both are no valid example. */
const VERIFICATION_EXAMPLE = {
  token: 'cm_2zH0mVJv2lYd0p0cS8r3gqWm1Yb6dH1dQn5u8k3Xf9aT4wE0Rs7L',
  password: 'correct horse battery staple',
};

/** Before anybody is signed in: registration, verification, forgotten passwords. */
@Controller('accounts')
@Section('Registration, verification and forgotten passwords.')
export class AccountsController {
  constructor(
    private readonly registrations: RegistrationsService,
    private readonly verification: EmailVerification,
    private readonly passwords: PasswordsService,
  ) {}

  @Post()
  @Operation({
    operationId: 'registerAccount',
    summary: 'Register an account',
    description:
      'Sends a mail that says which registration it belongs to, with a token that verifies the address. Where the address has several open registrations already, the mail belongs to none. Answers the same for an address that has an account; its owner is told by mail.',
    access: { kind: 'public' },
    returns: MailSentDto,
    status: 202,
    limit: 'sign_up_per_address',
    errors: ['identity_unavailable'],
    idempotent: true,
    mcp: false,
  })
  async register(@Body() input: RegisterAccountDto): Promise<MailSentDto> {
    await this.registrations.register(input);
    return MailSentDto.verification();
  }

  @Post('verify')
  @ApiBody({ type: VerifyAccountEmailDto, examples: { own: { value: VERIFICATION_EXAMPLE } } })
  @Operation({
    operationId: 'verifyAccountEmail',
    summary: 'Verify the email address of an account',
    description:
      'Takes the token of a verification mail, and either `password`, which is that of the registration that the mail belongs to, or `newPassword` and `name`, which are to count instead. A wrong password does not use the token up. All other registrations of the address become void. Unless the account was made by this very registration, nothing of it stays, and all its sessions end.',
    access: { kind: 'public' },
    returns: AccountDto,
    checks: ['password_proof'],
    errors: ['rate_limited', 'identity_unavailable'],
    mcp: false,
  })
  async verify(@Body() input: VerifyAccountEmailDto): Promise<AccountDto> {
    return AccountDto.from(await this.verification.verify(input));
  }

  @Post('verification')
  @Operation({
    operationId: 'resendAccountVerification',
    summary: 'Send the verification mail again',
    description:
      'Sends a mail where the address has an unverified account: that of the registration whose password is given, else one that belongs to no registration. Answers the same in every case.',
    access: { kind: 'public' },
    returns: MailSentDto,
    status: 202,
    limit: 'sign_up_per_address',
    errors: ['identity_unavailable'],
    mcp: false,
  })
  async resendVerification(@Body() input: ResendVerificationDto): Promise<MailSentDto> {
    await this.registrations.resend(input);
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
    errors: ['identity_unavailable'],
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
      'Ends every session of the account, and with them every credential issued under them. The email counts as verified; where it was not, the account takes its name from the address.',
    access: { kind: 'public' },
    returns: AccountDto,
    errors: ['identity_unavailable'],
    mcp: false,
  })
  async completePasswordReset(@Body() { token, newPassword }: CompletePasswordResetDto): Promise<AccountDto> {
    return AccountDto.from(await this.passwords.completeReset(token, newPassword));
  }
}
