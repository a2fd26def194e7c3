import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/agents.service';
import { MembersService } from '../../workspaces/members/members.service';
import type { MailScope } from './member-notification.types';
import { NotificationLinks } from './notification-links';
import { OptOutsRepository } from '../settings/opt-outs.repository';

/**
 * Unsubscribes from mails by the link in them (RFC 8058). The link is the only credential, so it allows nothing else.
 */
@Injectable()
export class UnsubscribingService {
  constructor(
    private readonly links: NotificationLinks,
    private readonly optOuts: OptOutsRepository,
    private readonly members: MembersService,
    private readonly agents: AgentsService,
  ) {}

  /** The recipient and events of the link. Null: the link is not valid. */
  find(token: string): MailScope | null {
    return this.links.scopeOf(token);
  }

  /** Ends the mails, even if they were ended before. Null: the link is not valid. */
  async unsubscribe(token: string): Promise<MailScope | null> {
    const scope = this.links.scopeOf(token);
    if (!scope) return null;
    const { workspaceId, memberId, agentId, events } = scope;
    if (memberId === null) await this.agents.stopNotifying(workspaceId, agentId);
    // A member who has left gets no mails anyway.
    else if (await this.members.scopeOf(workspaceId, memberId))
      await this.optOuts.insert(workspaceId, memberId, events);
    return scope;
  }

  /** Subscribes again. Mails to an agent's address can only be turned on again by an admin. */
  async subscribe(token: string): Promise<MailScope | null> {
    const scope = this.links.scopeOf(token);
    if (scope?.memberId) await this.optOuts.delete(scope.workspaceId, scope.memberId, scope.events);
    return scope;
  }
}
