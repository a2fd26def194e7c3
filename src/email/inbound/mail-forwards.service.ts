import { Injectable } from '@nestjs/common';
import { canAccessAgent, type WorkspaceScope } from '../../common/request/principal';
import { MembersService } from '../../workspaces/members/members.service';
import { AgentMailAddressService } from '../addresses/agent-mail-address.service';
import { isNobodys, withWriter, type WrittenMail } from './mail-writer';
import { MailWriters } from './mail-writers.service';

/** An email that a member has forwarded for its original sender. */
export interface MemberForward {
  /** As if its sender had sent it. */
  mail: WrittenMail;
  member: WorkspaceScope & { memberId: string };
  /** The text of the member above it. Empty without one. */
  note: string;
}

/** Recognizes email that members forward to the address of an agent. Everything that is unclear is the member's own email. */
@Injectable()
export class MailForwards {
  constructor(
    private readonly members: MembersService,
    private readonly settings: AgentMailAddressService,
    private readonly writers: MailWriters,
  ) {}

  async find(
    mail: WrittenMail,
    { workspaceId, agentId }: { workspaceId: string; agentId: string },
  ): Promise<MemberForward | null> {
    const { forwarded, from } = mail;
    // Anyone can write the address of a member into From, so that only the check of the receiving server counts.
    if (!forwarded || !from || mail.verdict !== 'verified' || mail.isClaimed || mail.list) return null;
    const member = await this.members.findByVerifiedEmail(workspaceId, from.address);
    if (!member || !canAccessAgent(member, agentId)) return null;
    if ((await this.settings.staffForwarding(workspaceId, agentId)) === 'off') return null;
    const isShared = await this.writers.sharedBy(workspaceId);
    const original = withWriter({ ...forwarded.mail, verdict: 'unknown' }, isShared);
    const sender = original.from?.address;
    if (sender === undefined || isNobodys(original) || isShared(sender)) return null;
    // A colleague has forwarded it before, or the member has written it.
    if (await this.members.findByVerifiedEmail(workspaceId, sender)) return null;
    return { mail: { ...original, receivers: [] }, member, note: forwarded.note };
  }
}
