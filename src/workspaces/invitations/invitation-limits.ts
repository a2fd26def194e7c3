import { Injectable } from '@nestjs/common';
import { mailboxKey } from '../../common/mail/mailbox';
import { RateLimiter } from '../../common/rate-limit/rate-limiter';
import type { LimitName } from '../../common/rate-limit/refusals';
import type { Member } from '../../common/request/principal';
import { Settings } from '../../config/load-settings';

const DAY = 86_400;

/**
 * How many invitations go out in a day, those that were revoked since included. These limits answer 429, because they
 * count what the inviter and their workspace did themselves; what a mailbox gets from everybody is the budget of the
 * mailbox, which nobody is told of.
 */
@Injectable()
export class InvitationLimits {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly settings: Settings,
  ) {}

  /** @throws RateLimited 429 */
  async count({ accountId, workspaceId }: Member, email: string): Promise<void> {
    const { values } = this.settings;
    // A mailbox gets half of its invitations from one account at most, so that no account keeps the others' from it.
    const toRecipient = Math.ceil(values.LIMIT_INVITATION_PER_RECIPIENT / 2);
    await this.consume('LIMIT_INVITATION_PER_RECIPIENT', `to:${accountId}:${mailboxKey(email)}`, toRecipient);
    await this.consume('LIMIT_INVITATION_PER_INVITER', `by:${accountId}`, values.LIMIT_INVITATION_PER_INVITER);
    await this.consume('LIMIT_INVITATION_PER_WORKSPACE', `from:${workspaceId}`, values.LIMIT_INVITATION_PER_WORKSPACE);
  }

  private consume(name: LimitName, key: string, max: number): Promise<void> {
    return this.limiter.consume({ name, key: `invitation:${key}`, max, windowSeconds: DAY });
  }
}
