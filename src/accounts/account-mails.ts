import { Injectable } from '@nestjs/common';
import { defused } from '../common/mail/defused';
import type { MailKind } from '../common/mail/mail-budget';
import { MailOutbox } from '../common/mail/mail-outbox';
import { Settings } from '../config/load-settings';
import { LIFETIME_HOURS } from './email-token.entity';

/** The registration that an email belongs to, described so that its reader recognizes it. */
interface RegistrationOfMail {
  registration: { name: string; createdAt: Date };
  /** Number of open registrations of the address, including this one. */
  open: number;
}

/**
 * The emails about accounts. A stranger can have them sent to any mailbox, within the mailbox's budget, so the only
 * text in them that a stranger typed, the name of a registration, is neutralized. Tokens are in the fragment of a link,
 * which browsers do not send to servers.
 */
@Injectable()
export class AccountMails {
  constructor(
    private readonly outbox: MailOutbox,
    private readonly settings: Settings,
  ) {}

  /** The email of one registration. */
  verification(to: string, token: string, { registration, open }: RegistrationOfMail): Promise<void> {
    return this.outbox.enqueueWithinBudget('sign_up', {
      to,
      subject: 'Confirm your email address for Parley',
      text: [
        'Someone, we hope you, registered for Parley with this email address:',
        `  name  “${defused(registration.name)}”\n  time  ${minuteOf(registration.createdAt)}`,
        ...(open > 1 ? [severalOpen(open)] : []),
        `If this was you, confirm within ${LIFETIME_HOURS.verification} hours with the password you chose. Open this page:`,
        this.link('verify-email', token),
        'Or send the token yourself:',
        `  ${token}`,
        this.curl('/accounts/verify', `{"token":"${token}","password":"..."}`),
        'If you do not know that password, or are not sure the registration is yours, choose a new password and name:',
        this.curl('/accounts/verify', `{"token":"${token}","newPassword":"...","name":"..."}`),
        'If this was not you, do nothing. Your address cannot be used without the token in this email.',
      ].join('\n\n'),
    });
  }

  /** An email without a registration: its reader sets both the password and the name. */
  verificationWithoutRegistration(to: string, token: string): Promise<void> {
    return this.outbox.enqueueWithinBudget('sign_up', {
      to,
      subject: 'Confirm your email address for Parley',
      text: [
        'Someone, we hope you, wants to use this email address for Parley.',
        `This email does not belong to a registration. To open an account, choose a password and a name within ${LIFETIME_HOURS.verification} hours. Open this page:`,
        this.link('verify-email', token),
        'Or send the token yourself:',
        `  ${token}`,
        this.curl('/accounts/verify', `{"token":"${token}","newPassword":"...","name":"..."}`),
        'They replace the password and the name that were entered when the address was registered.',
        'If this was not you, do nothing. Your address cannot be used without the token in this email.',
      ].join('\n\n'),
    });
  }

  alreadyRegistered(to: string): Promise<void> {
    return this.outbox.enqueueWithinBudget('sign_up', {
      to,
      subject: 'You already have a Parley account',
      text: [
        'Someone, we hope you, tried to register for Parley with this email address, which already has an account.',
        'Nothing has changed. Sign in with your password:',
        this.page('sign-in'),
        'If you have forgotten it, choose a new one:',
        this.page('forgot-password'),
        this.curl('/accounts/password-reset', `{"email":"${to}"}`),
        'If this was not you, do nothing.',
      ].join('\n\n'),
    });
  }

  passwordReset(to: string, token: string): Promise<void> {
    return this.outbox.enqueueWithinBudget('reset', {
      to,
      subject: 'Choose a new Parley password',
      text: [
        'Someone, we hope you, asked to reset the password of your Parley account.',
        'To choose a new password, open this page within an hour:',
        this.link('reset-password', token),
        'Or send the token yourself:',
        `  ${token}`,
        this.curl('/accounts/password-reset/complete', `{"token":"${token}","newPassword":"..."}`),
        'A new password ends every session of the account. If this was not you, do nothing: your password stays as it is.',
      ].join('\n\n'),
    });
  }

  async passwordChanged(to: string): Promise<void> {
    await this.outbox.enqueue({
      to,
      subject: 'Your Parley password was changed',
      text: [
        'The password of your Parley account has just been changed, and your other sessions have ended.',
        'If this was not you, reset your password at once:',
        this.page('forgot-password'),
        this.curl('/accounts/password-reset', `{"email":"${to}"}`),
      ].join('\n\n'),
    });
  }

  /** Takes as long as an email would, for an answer without a recipient. */
  nothing(kind: MailKind, to: string): Promise<void> {
    return this.outbox.enqueueNothing(kind, to);
  }

  private link(page: string, token: string): string {
    return `  ${this.settings.values.PUBLIC_URL}/${page}#token=${token}`;
  }

  private page(name: string): string {
    return `  ${this.settings.values.PUBLIC_URL}/app/${name}`;
  }

  private curl(path: string, body: string): string {
    return [
      `  curl -X POST ${this.settings.baseUrl}${path} \\`,
      `    -H 'Content-Type: application/json' \\`,
      `    -d '${body.replace(/'/g, "'\\''")}'`,
    ].join('\n');
  }
}

function severalOpen(open: number): string {
  return [
    `There are ${open} open registrations of this address, each with its own email, and some may not be yours.`,
    'Use only the email of the registration you made.',
  ].join('\n');
}

/** `2026-03-01 09:30 UTC` */
function minuteOf(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
