import { Injectable } from '@nestjs/common';
import { mailboxKey } from '../../common/mail/mailbox';
import { RateLimiter } from '../../common/rate-limit/rate-limiter';
import type { LimitName } from '../../common/rate-limit/refusals';
import type { Member } from '../../common/request/principal';
import { Settings } from '../../config/load-settings';

const DAY = 86_400;

/**
 * Limits on the invitations of a day, including those revoked since. These limits answer 429, because they count only
 * actions of the inviter and their workspace. The budget of a mailbox counts all senders, so its state is never shown.
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
    // One account may use at most half of a mailbox's limit, so that it cannot block the invitations of others.
    const toRecipient = Math.ceil(values.LIMIT_INVITATION_PER_RECIPIENT / 2);
    await this.consume('LIMIT_INVITATION_PER_RECIPIENT', `to:${accountId}:${mailboxKey(email)}`, toRecipient);
    await this.consume('LIMIT_INVITATION_PER_INVITER', `by:${accountId}`, values.LIMIT_INVITATION_PER_INVITER);
    await this.consume('LIMIT_INVITATION_PER_WORKSPACE', `from:${workspaceId}`, values.LIMIT_INVITATION_PER_WORKSPACE);
  }

  private consume(name: LimitName, key: string, max: number): Promise<void> {
    return this.limiter.consume({ name, key: `invitation:${key}`, max, windowSeconds: DAY });
  }
}
