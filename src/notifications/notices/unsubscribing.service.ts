import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/agents.service';
import { MembersService } from '../../workspaces/members/members.service';
import type { MailScope } from './member-notification.types';
import { NotificationLinks } from './notification-links';
import { OptOutsRepository } from '../settings/opt-outs.repository';

/** Ends mails by the link in them (RFC 8058). The link is all that it takes, so it can do nothing else. */
@Injectable()
export class UnsubscribingService {
  constructor(
    private readonly links: NotificationLinks,
    private readonly optOuts: OptOutsRepository,
    private readonly members: MembersService,
    private readonly agents: AgentsService,
  ) {}

  /** What the link is about; null: it is none of ours. */
  find(token: string): MailScope | null {
    return this.links.scopeOf(token);
  }

  /** Ends the mails, whether they have ended before or not; null: it is no link of ours. */
  async unsubscribe(token: string): Promise<MailScope | null> {
    const scope = this.links.scopeOf(token);
    if (!scope) return null;
    const { workspaceId, memberId, agentId, events } = scope;
    if (memberId === null) await this.agents.stopNotifying(workspaceId, agentId);
    // Who has left gets none anyway.
    else if (await this.members.scopeOf(workspaceId, memberId))
      await this.optOuts.insert(workspaceId, memberId, events);
    return scope;
  }

  /** The same for who has changed their mind. What goes to an agent's address its admins turn on again. */
  async subscribe(token: string): Promise<MailScope | null> {
    const scope = this.links.scopeOf(token);
    if (scope?.memberId) await this.optOuts.delete(scope.workspaceId, scope.memberId, scope.events);
    return scope;
  }
}
