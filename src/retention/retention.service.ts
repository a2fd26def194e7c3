import { Injectable } from '@nestjs/common';
import { ChatTurnsService } from '../chat/chat-turns.service';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { Member } from '../common/request/principal';
import { InboundMailsService } from '../email/inbound/inbound-mails.service';
import { ErasureService } from '../erasure/erasure.service';
import { OldConversationsService } from '../inbox/old-conversations.service';
import { KnowledgeGapsService } from '../knowledge/gaps/knowledge-gaps.service';
import type { RetentionSettings } from './retention-settings.entity';
import { RetentionSettingsRepository } from './retention-settings.repository';
import type { RetentionCounts, RetentionDays, RetentionPreview } from './retention.types';

/** Conversations that one transaction deletes: with each goes all that was said in it. */
const CONVERSATIONS_AT_ONCE = 50;
/** The same of rows that nothing refers to; of mails, with their bytes, as many as may be large. */
const ROWS_AT_ONCE = 2_000;
const MAILS_AT_ONCE = 100;
/** So many of each are counted for somebody who wants to know before. */
export const MOST_COUNTED = 10_000;

/** How long a workspace keeps what was said. Days have 24 hours and are those of the database's clock. */
@Injectable()
export class RetentionService {
  constructor(
    private readonly settings: RetentionSettingsRepository,
    private readonly conversations: OldConversationsService,
    private readonly erasures: ErasureService,
    private readonly turns: ChatTurnsService,
    private readonly gaps: KnowledgeGapsService,
    private readonly mails: InboundMailsService,
    private readonly work: UnitOfWork,
  ) {}

  /** Null: nobody has set any. */
  find({ workspaceId }: Member): Promise<RetentionSettings | null> {
    return this.settings.find(workspaceId);
  }

  update({ workspaceId, memberId }: Member, change: Partial<RetentionDays>): Promise<RetentionSettings> {
    return this.work.run(async () => {
      const before = await this.settings.findLocked(workspaceId);
      return this.settings.upsert({ ...daysOf(before), ...sent(change), workspaceId, updatedBy: memberId });
    });
  }

  /** What would go now: with these days, and for others with those that are set. */
  async preview({ workspaceId }: Member, asked: Partial<RetentionDays>): Promise<RetentionPreview> {
    const days = { ...daysOf(await this.settings.find(workspaceId)), ...sent(asked) };
    const { conversationDays, turnDays, gapDays, mailDays } = days;
    const most = MOST_COUNTED + 1;
    const found: RetentionCounts = {
      conversations:
        conversationDays === null ? 0 : await this.conversations.count(workspaceId, conversationDays, most),
      chatTurns: turnDays === null ? 0 : await this.turns.countOld(workspaceId, turnDays, most),
      knowledgeGaps: gapDays === null ? 0 : await this.gaps.countOld(workspaceId, gapDays, most),
      inboundMails: mailDays === null ? 0 : await this.mails.countOld(workspaceId, mailDays, most),
    };
    const upToBound = (count: number): number => Math.min(count, MOST_COUNTED);
    const counts: RetentionCounts = {
      conversations: upToBound(found.conversations),
      chatTurns: upToBound(found.chatTurns),
      knowledgeGaps: upToBound(found.knowledgeGaps),
      inboundMails: upToBound(found.inboundMails),
    };
    return { counts, more: Object.values(found).includes(most) };
  }

  /** Deletes some of what is too old; whether there may be more. Joins the caller's transaction. */
  async eraseSome(
    workspaceId: string,
    { conversationDays, turnDays, gapDays, mailDays }: RetentionDays,
  ): Promise<{ erased: RetentionCounts; more: boolean }> {
    const erased: RetentionCounts = {
      conversations:
        conversationDays === null
          ? 0
          : await this.erasures.eraseOldConversations(workspaceId, conversationDays, CONVERSATIONS_AT_ONCE),
      chatTurns: turnDays === null ? 0 : await this.turns.eraseOld(workspaceId, turnDays, ROWS_AT_ONCE),
      knowledgeGaps: gapDays === null ? 0 : await this.gaps.eraseOld(workspaceId, gapDays, ROWS_AT_ONCE),
      inboundMails: mailDays === null ? 0 : await this.mails.eraseOld(workspaceId, mailDays, MAILS_AT_ONCE),
    };
    const more =
      erased.conversations === CONVERSATIONS_AT_ONCE ||
      erased.chatTurns === ROWS_AT_ONCE ||
      erased.knowledgeGaps === ROWS_AT_ONCE ||
      erased.inboundMails === MAILS_AT_ONCE;
    return { erased, more };
  }
}

function daysOf(settings: RetentionSettings | null): RetentionDays {
  const { conversationDays = null, turnDays = null, gapDays = null, mailDays = null } = settings ?? {};
  return { conversationDays, turnDays, gapDays, mailDays };
}

/** Without what a body or a query has left out. */
function sent({ conversationDays, turnDays, gapDays, mailDays }: Partial<RetentionDays>): Partial<RetentionDays> {
  const days = Object.entries({ conversationDays, turnDays, gapDays, mailDays });
  return Object.fromEntries(days.filter(([, value]) => value !== undefined));
}
