import { Injectable } from '@nestjs/common';
import { defused } from '../common/mail/defused';
import type { MailKind } from '../common/mail/mail-budget';
import { MailOutbox } from '../common/mail/mail-outbox';
import { Settings } from '../config/load-settings';
import { LIFETIME_HOURS } from './email-tokens.repository';

/** Which registration a mail belongs to, as its reader recognises it. */
interface RegistrationOfMail {
  registration: { name: string; createdAt: Date };
  /** Of the address, this one included. */
  open: number;
}

/**
 * What the service writes to people about their accounts. Anybody can have these mails sent to anybody, within the budget of
 * the mailbox, so the one thing in them that a stranger typed, the name of a registration, is defused. Tokens are in the
 * fragment of a link, which browsers send to no server.
 */
@Injectable()
export class AccountMails {
  constructor(
    private readonly outbox: MailOutbox,
    private readonly settings: Settings,
  ) {}

  /** Of one registration. */
  verification(to: string, token: string, { registration, open }: RegistrationOfMail): Promise<void> {
    return this.outbox.enqueueWithinBudget('sign_up', {
      to,
      subject: 'Confirm your email address for Parley',
      text: [
        'Somebody, hopefully you, registered at Parley with this address:',
        `  name  “${defused(registration.name)}”\n  time  ${minuteOf(registration.createdAt)}`,
        ...(open > 1 ? [severalOpen(open)] : []),
        `If you made this registration, confirm it within ${LIFETIME_HOURS.verification} hours with the password that you chose. Open this page:`,
        this.link('verify-email', token),
        'or send its token yourself:',
        `  ${token}`,
        this.curl('/accounts/verify', `{"token":"${token}","password":"..."}`),
        'If you do not know that password, or are not sure that the registration is yours, choose password and name anew:',
        this.curl('/accounts/verify', `{"token":"${token}","newPassword":"...","name":"..."}`),
        'If it was not you, do nothing: without an answer to this mail nobody can use your address.',
      ].join('\n\n'),
    });
  }

  /** Of no registration: who answers it says everything that is to count. */
  verificationAnew(to: string, token: string): Promise<void> {
    return this.outbox.enqueueWithinBudget('sign_up', {
      to,
      subject: 'Confirm your email address for Parley',
      text: [
        'Somebody, hopefully you, wants to use this address at Parley.',
        `This mail belongs to no registration. To have an account, choose its password and name within ${LIFETIME_HOURS.verification} hours. Open this page:`,
        this.link('verify-email', token),
        'or send its token yourself:',
        `  ${token}`,
        this.curl('/accounts/verify', `{"token":"${token}","newPassword":"...","name":"..."}`),
        'Whatever was typed when the address was registered counts no longer then.',
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

function severalOpen(open: number): string {
  return [
    `There are ${open} open registrations of this address, each with a mail of its own, and they need not all be yours.`,
    'Use only the mail of the one that you made.',
  ].join('\n');
}

/** `2026-03-01 09:30 UTC` */
function minuteOf(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
