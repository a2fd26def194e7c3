import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/load-settings';
import { type Limit, RateLimiter } from '../rate-limit/rate-limiter';
import { countRefusal } from '../rate-limit/refusals';
import { mailboxKey } from './mailbox';

/** Kinds of emails that a person can cause to be sent to others. */
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
 * Limits the emails of each kind to a mailbox, regardless of who requests them. A window is not longer than the lifetime of the
 * tokens in its emails. So if a stranger uses up the budget of a mailbox, its owner still has an email that works.
 */
@Injectable()
export class MailBudget {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly settings: Settings,
  ) {}

  /** Counts an email and returns whether it may be sent. Sets no headers, because the caller must not learn about the requests of others. */
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
