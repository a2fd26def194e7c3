import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { BackgroundRunner, type BackgroundTask } from '../../common/jobs/background-runner';
import { logger } from '../../common/logging/logger';
import { MailBudget } from '../../common/mail/mail-budget';
import { MailOutbox } from '../../common/mail/mail-outbox';
import { Settings } from '../../config/load-settings';
import { MailRecipientsService } from '../../email/recipients/mail-recipients.service';
import { MailRepliesService } from '../../email/replies/mail-replies.service';
import { ConversationQueries } from '../../conversations/conversation-queries.service';
import { WorkspacesService } from '../../workspaces/workspaces.service';
import { type MailWords, mailWords } from './mail-words';
import { VisitorMailStopsService } from './visitor-mail-stops.service';
import { type UnseenConversation, VisitorMailsRepository } from './visitor-mails.repository';

/** To an address that has never answered, in one conversation: the visitor who typed it may not be its owner. */
const MOST_UNANSWERED = 3;
/** Of what was not seen, in one mail; more goes with the next one. */
const MOST_MESSAGES = 50;
/** Until a mailbox that has had its mails of the day is looked at again, in seconds. */
const LATER_SECONDS = 3_600;

/** For the log: the ids that lines about the mail, and about the replies in it, have. */
interface PromisedMail {
  mail: string;
  replies: string[];
}

/**
 * Sends what people wrote to visitors who left an address and have not seen it in the chat. One mail has everything that was
 * not seen, or if that is a lot, its beginning; what a mail had no other one has: that is written down in the transaction that promises the mail.
 *
 * The address is unverified. So a mail has nothing in it that the visitor chose, neither their messages nor the name or
 * page that they gave; a mailbox gets few a day, from all workspaces together; a workspace sends no more to all of them than its plan
 * allows; one that never answers gets no more; and who gets them can end them.
 */
@Injectable()
export class VisitorMailing implements BackgroundTask {
  readonly name = 'visitor-mailing';
  readonly idleMs = 5_000;

  constructor(
    private readonly mails: VisitorMailsRepository,
    private readonly stops: VisitorMailStopsService,
    private readonly conversations: ConversationQueries,
    private readonly replies: MailRepliesService,
    private readonly recipients: MailRecipientsService,
    private readonly workspaces: WorkspacesService,
    private readonly outbox: MailOutbox,
    private readonly budget: MailBudget,
    private readonly settings: Settings,
    private readonly work: UnitOfWork,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  async runOnce(): Promise<boolean> {
    let claimed: UnseenConversation | null = null;
    try {
      const promised = await this.work.run(async () => {
        claimed = await this.mails.claim(this.settings.values.VISITOR_MAIL_AFTER_SECONDS);
        return claimed && (await this.send(claimed));
      });
      if (promised) logger.info(promised, 'unseen replies go by mail');
      return claimed !== null;
    } catch (error) {
      // Others come first from now on.
      if (claimed) await this.mails.postpone(claimed, LATER_SECONDS);
      throw error;
    }
  }

  private async send(claimed: UnseenConversation): Promise<PromisedMail | null> {
    const { workspaceId, conversationId, agentId, email } = claimed;
    const found = await this.mails.listUnseen(claimed, MOST_MESSAGES + 1);
    const unseen = found.slice(0, MOST_MESSAGES);
    if (unseen.length === 0 || !(await this.mayBeSent(claimed))) return null;
    if (!(await this.budget.allows('visitor', email))) {
      await this.mails.postpone(claimed, LATER_SECONDS);
      return null;
    }
    const scope = { workspaceId, agentId, conversationId };
    const { recipient, subject, ...thread } = await this.replies.addressOf(scope, email);
    const { planId } = await this.workspaces.get(workspaceId);
    const refused = await this.recipients.refusal({ workspaceId, planId }, recipient);
    if (refused) {
      await this.mails.postpone(claimed, refused.retryAfterSeconds);
      return null;
    }
    const words = mailWords(claimed.locale);
    const stopUrl = this.stops.linkFor(workspaceId, email, words.language);
    const text = [...unseen.map(({ content }) => content), textBelow(words, thread, stopUrl)].join('\n\n');
    const place = { about: conversationId, turnOf: workspaceId };
    const mail = await this.outbox.enqueue({ to: recipient, subject, text, thread, unsubscribe: stopUrl, ...place });
    await this.mails.updateMailed(claimed, unseen.at(-1)!.seq);
    if (found.length > unseen.length) await this.mails.postpone(claimed, 0);
    return { mail, replies: unseen.map(({ messageId }) => messageId) };
  }

  private async mayBeSent({
    workspaceId,
    agentId,
    conversationId,
    email,
    mailCount,
  }: UnseenConversation): Promise<boolean> {
    const now = await this.conversations.findOfWidget(workspaceId, agentId, conversationId);
    if (!now || now.isBlocked || (await this.stops.isStopped(workspaceId, email))) return false;
    return mailCount < MOST_UNANSWERED || this.conversations.hasWritten(workspaceId, conversationId, email);
  }
}

function textBelow(
  { reply, goOn, why, stop }: MailWords,
  { fromName, replyTo }: { fromName: string; replyTo: string | null },
  stopUrl: string,
): string {
  return ['-- ', replyTo ? reply : goOn, why(fromName), `${stop} ${stopUrl}`].join('\n');
}
