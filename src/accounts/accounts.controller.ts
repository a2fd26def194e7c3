import { Body, Controller, Post } from '@nestjs/common';
import { Section } from '../common/operations/section.decorator';
import { Operation } from '../common/registry/operation.decorator';
import {
  CompletePasswordResetInput,
  RequestPasswordResetInput,
  RegisterAccountInput,
  ResendAccountVerificationInput,
  VerifyAccountEmailInput,
} from './account-input.dto';
import { AccountDto, MailSentDto } from './account.dto';
import { PasswordsService } from './passwords.service';
import { EmailVerificationService } from './registrations/email-verification.service';
import { RegistrationsService } from './registrations/registrations.service';

/** Operations without a session: registration, email verification, password resets. */
@Section('Registration, email verification, and password resets.')
@Controller('accounts')
export class AccountsController {
  constructor(
    private readonly registrations: RegistrationsService,
    private readonly verification: EmailVerificationService,
    private readonly passwords: PasswordsService,
  ) {}

  @Post()
  @Operation({
    operationId: 'registerAccount',
    summary: 'Register an account',
    description:
      'Sends an email with a token that verifies the address; the email states which registration it belongs ' +
      'to. If the address already has several open registrations, the email belongs to none of them. The ' +
      'response is the same if the address already has an account; its owner is informed by email. Returns 403 if ' +
      'the installation creates accounts by invitation only.',
    access: { kind: 'public' },
    audit: 'none: no account exists yet; verifyAccountEmail is recorded',
    returns: MailSentDto,
    status: 202,
    limit: 'sign_up_per_address',
    errors: ['registration_closed', 'identity_unavailable'],
    idempotent: true,
    mcp: false,
  })
  async register(@Body() input: RegisterAccountInput): Promise<MailSentDto> {
    await this.registrations.register(input);
    return MailSentDto.verification();
  }

  @Post('verify')
  @Operation({
    operationId: 'verifyAccountEmail',
    summary: 'Verify an email address',
    description:
      'Takes the token from a verification email and either `password`, the password of the registration that ' +
      'the email belongs to, or `newPassword` and `name`, which replace those of the registration. A wrong ' +
      'password does not use up the token. All other registrations of the address become void. Unless this ' +
      'registration created the account, the account keeps nothing from before, and all its sessions end.',
    access: { kind: 'public' },
    audit: {
      subject: ['account', 'noted'],
      fields: { newPassword: 'secret', name: 'personal' },
      transaction: 'service',
    },
    returns: AccountDto,
    checks: ['password_proof'],
    errors: ['registration_closed', 'rate_limited', 'identity_unavailable'],
    mcp: false,
  })
  async verify(@Body() input: VerifyAccountEmailInput): Promise<AccountDto> {
    return AccountDto.from(await this.verification.verify(input));
  }

  @Post('verification')
  @Operation({
    operationId: 'resendAccountVerification',
    summary: 'Resend the verification email',
    description:
      'Sends an email if the address has an unverified account. The email belongs to the registration with the ' +
      'password that you send; without a password, it belongs to no registration. The response is the same in ' +
      'every case.',
    access: { kind: 'public' },
    audit: 'none: it sends an email again and changes nothing else',
    returns: MailSentDto,
    status: 202,
    limit: 'sign_up_per_address',
    errors: ['registration_closed', 'identity_unavailable'],
    mcp: false,
  })
  async resendVerification(@Body() input: ResendAccountVerificationInput): Promise<MailSentDto> {
    await this.registrations.resend(input);
    return MailSentDto.verification();
  }

  @Post('password-reset')
  @Operation({
    operationId: 'requestPasswordReset',
    summary: 'Request a password reset',
    description: 'Sends an email if the address has an account. The response is the same in every case.',
    access: { kind: 'public' },
    audit: 'none: any stranger can ask for it; completePasswordReset is recorded',
    returns: MailSentDto,
    status: 202,
    limit: 'sign_up_per_address',
    errors: ['identity_unavailable'],
    mcp: false,
  })
  async requestPasswordReset(@Body() { email }: RequestPasswordResetInput): Promise<MailSentDto> {
    await this.passwords.requestReset(email);
    return MailSentDto.passwordReset();
  }

  @Post('password-reset/complete')
  @Operation({
    operationId: 'completePasswordReset',
    summary: 'Complete a password reset',
    description:
      'Sets a new password with the token from the email. Ends every session of the account and every ' +
      'credential issued under those sessions. The email address then counts as verified; if it was not ' +
      'verified before, the account takes its name from the address.',
    access: { kind: 'public' },
    audit: { subject: ['account', 'noted'], fields: { newPassword: 'secret' }, transaction: 'service' },
    returns: AccountDto,
    errors: ['registration_closed', 'identity_unavailable'],
    mcp: false,
  })
  async completePasswordReset(@Body() { token, newPassword }: CompletePasswordResetInput): Promise<AccountDto> {
    return AccountDto.from(await this.passwords.completeReset(token, newPassword));
  }
}
