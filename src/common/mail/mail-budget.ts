import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/load-settings';
import { type Limit, RateLimiter } from '../rate-limit/rate-limiter';
import { countRefusal } from '../rate-limit/refusals';
import { mailboxKey } from './mailbox';

/** Mails that people can have sent to others, by what they are for. */
export type MailKind = 'sign_up' | 'reset' | 'invitation' | 'visitor';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const LIMITS = {
  sign_up: { name: 'LIMIT_SIGN_UP_MAIL_PER_RECIPIENT', windowSeconds: DAY },
  reset: { name: 'LIMIT_RESET_MAIL_PER_RECIPIENT', windowSeconds: HOUR },
  visitor: { name: 'LIMIT_VISITOR_MAIL_PER_RECIPIENT', windowSeconds: DAY },
  invitation: { name: 'LIMIT_INVITATION_PER_RECIPIENT', windowSeconds: DAY },
} as const satisfies Record<MailKind, Pick<Limit, 'name' | 'windowSeconds'>>;

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
    const limit = this.limit(kind, mailboxKey(to));
    const allowed = (await this.limiter.exceeded(limit)) === null;
    if (!allowed) countRefusal(limit.name);
    return allowed;
  }

  private limit(kind: MailKind, mailbox: string): Limit {
    const { name, windowSeconds } = LIMITS[kind];
    return { name, key: `mail:${kind}:${mailbox}`, max: this.settings.values[name], windowSeconds };
  }
}
