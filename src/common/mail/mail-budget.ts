import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/load-settings';
import { type Limit, RateLimiter } from '../rate-limit/rate-limiter';
import { mailboxKey } from './mailbox';

/** Mails that people can have sent to others, by what they are for. */
export type MailKind = 'sign_up' | 'reset' | 'invitation';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/**
 * How many mails of a kind a mailbox gets, whoever asks for them and from wherever. A window is no longer than what is in
 * its mails can be used: whoever spends the budget of somebody else leaves them a mail that still works.
 */
@Injectable()
export class MailBudget {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly settings: Settings,
  ) {}

  /** Counts a mail and says whether it may go out. Tells the caller nothing, who must not learn what others asked for. */
  async allows(kind: MailKind, to: string): Promise<boolean> {
    return (await this.limiter.exceeded(this.limit(kind, mailboxKey(to)))) === null;
  }

  private limit(kind: MailKind, mailbox: string): Limit {
    const { values } = this.settings;
    const key = `mail:${kind}:${mailbox}`;
    switch (kind) {
      case 'sign_up':
        return { key, max: values.LIMIT_SIGN_UP_MAIL_PER_RECIPIENT, windowSeconds: DAY };
      case 'reset':
        return { key, max: values.LIMIT_RESET_MAIL_PER_RECIPIENT, windowSeconds: HOUR };
      case 'invitation':
        return { key, max: values.LIMIT_INVITATION_PER_RECIPIENT, windowSeconds: DAY };
    }
  }
}
