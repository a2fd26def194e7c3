import { Injectable } from '@nestjs/common';
import type { MailKind } from '../common/mail/mail-budget';
import { MailOutbox } from '../common/mail/mail-outbox';
import { Settings } from '../config/load-settings';
import { LIFETIME_HOURS } from './email-tokens.repository';

/**
 * What the service writes to people about their accounts. Nothing that a stranger typed (such as a name) is in it: anybody
 * can have these mails sent to anybody, within the budget of the mailbox. Tokens are in the fragment of a link, which browsers send to no server.
 */
@Injectable()
export class AccountMails {
  constructor(
    private readonly outbox: MailOutbox,
    private readonly settings: Settings,
  ) {}

  verification(to: string, token: string): Promise<void> {
    return this.outbox.enqueueWithinBudget('sign_up', {
      to,
      subject: 'Confirm your email address for Parley',
      text: [
        'Somebody, hopefully you, registered at Parley with this address.',
        `To confirm it, open this page within ${LIFETIME_HOURS.verification} hours:`,
        this.link('verify-email', token),
        'or send its token yourself:',
        `  ${token}`,
        this.curl('/accounts/verify', `{"token":"${token}"}`),
        'If it was not you, do nothing: without an answer to this mail nobody can use your address.',
      ].join('\n\n'),
    });
  }

  alreadyRegistered(to: string): Promise<void> {
    return this.outbox.enqueueWithinBudget('sign_up', {
      to,
      subject: 'You already have a Parley account',
      text: [
        'Somebody, hopefully you, tried to register at Parley with this address, which has an account already.',
        'Nothing was changed. Sign in with the password that you have; if you forgot it, ask for a new one:',
        this.curl('/accounts/password-reset', `{"email":"${to}"}`),
        'If it was not you, do nothing.',
      ].join('\n\n'),
    });
  }

  passwordReset(to: string, token: string): Promise<void> {
    return this.outbox.enqueueWithinBudget('reset', {
      to,
      subject: 'Choose a new Parley password',
      text: [
        'Somebody, hopefully you, asked for a new password for your Parley account.',
        'To choose one, open this page within an hour:',
        this.link('reset-password', token),
        'or send its token yourself:',
        `  ${token}`,
        this.curl('/accounts/password-reset/complete', `{"token":"${token}","newPassword":"..."}`),
        'It ends every session of the account. If it was not you, do nothing: your password stays as it is.',
      ].join('\n\n'),
    });
  }

  passwordChanged(to: string): Promise<void> {
    return this.outbox.enqueue({
      to,
      subject: 'Your Parley password was changed',
      text: [
        'The password of your Parley account was changed just now, and its other sessions have ended.',
        'If it was not you, ask for a new password at once:',
        this.curl('/accounts/password-reset', `{"email":"${to}"}`),
      ].join('\n\n'),
    });
  }

  /** For the costs of an answer that has nobody to go to. */
  nothing(kind: MailKind, to: string): Promise<void> {
    return this.outbox.enqueueNothing(kind, to);
  }

  private link(page: string, token: string): string {
    return `  ${this.settings.values.PUBLIC_URL}/${page}#token=${token}`;
  }

  private curl(path: string, body: string): string {
    return [
      `  curl -X POST ${this.settings.baseUrl}${path} \\`,
      `    -H 'Content-Type: application/json' \\`,
      `    -d '${body.replace(/'/g, "'\\''")}'`,
    ].join('\n');
  }
}
