import { Injectable } from '@nestjs/common';
import type { Member } from '../../common/request/principal';
import { type ConversationCountDto, type ConversationCountsDto, MOST_COUNTED } from './conversation-counts.dto';
import { type ConversationCounts, InboxConversationsRepository } from './inbox-conversations.repository';

/** The counts of a member who sees no agent. */
const NONE: ConversationCounts = {
  ...{ needsReply: 0, mine: 0, unassigned: 0, waiting: 0, withAgent: 0, undelivered: 0, unread: 0 },
  ...{ unansweredCut: false, openCut: false, waitingCut: false, assignedCut: false, undeliveredCut: false },
  byAgent: [],
  byLabel: [],
};

/** The numbers at the views of an inbox. A restricted member counts conversations of their agents only. */
@Injectable()
export class ConversationCountsService {
  constructor(private readonly conversations: InboxConversationsRepository) {}

  /** At most one statement. */
  async count(member: Member): Promise<ConversationCountsDto> {
    const counts = member.agentIds?.length === 0 ? NONE : await this.conversations.count(member);
    const { unansweredCut } = counts;
    return {
      needsReply: upTo(counts.needsReply, unansweredCut),
      mine: upTo(counts.mine, counts.assignedCut),
      unassigned: upTo(counts.unassigned, unansweredCut),
      waiting: upTo(counts.waiting, counts.waitingCut),
      withAgent: upTo(counts.withAgent, counts.openCut),
      undelivered: upTo(counts.undelivered, counts.undeliveredCut),
      unread: upTo(counts.unread, unansweredCut),
      byAgent: counts.byAgent.map(({ agentId, count }) => ({ agentId, ...upTo(count, unansweredCut) })),
      byLabel: counts.byLabel.map(({ labelId, count }) => ({ labelId, ...upTo(count, unansweredCut) })),
    };
  }
}

/** `isCut`: not all conversations were tested. */
function upTo(count: number, isCut: boolean): Pick<ConversationCountDto, 'count' | 'more'> {
  return { count: Math.min(count, MOST_COUNTED), more: isCut || count > MOST_COUNTED };
}
