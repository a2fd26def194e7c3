import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Queues } from '../../common/jobs/queues';
import { Turns } from '../../common/jobs/turns';
import { Settings } from '../../config/load-settings';
import { VisitorConversation } from '../conversations/visitor-conversation.entity';
import { VisitorMailStop } from './visitor-mail-stop.entity';
import { CLAIM_UNSEEN, LIST_UNSEEN } from './visitor-mails.sql';

/** A conversation with something in it that its visitor has not seen. */
export interface UnseenConversation {
  workspaceId: string;
  conversationId: string;
  agentId: string;
  /** As the visitor typed it, in lower case, and unverified. */
  email: string;
  /** BCP 47, of the page that they wrote on. */
  locale: string | null;
  /** They have seen, or were sent, everything up to here. */
  seenSeq: number;
  mailCount: number;
}

/** What a person wrote, and its place in the conversation. */
export interface UnseenAnswer {
  messageId: string;
  seq: number;
  content: string;
}

type ConversationKey = Pick<UnseenConversation, 'workspaceId' | 'conversationId'>;

/** The table visitor_mail_stops, and what mails change about conversations of visitors. */
@Injectable()
export class VisitorMailsRepository {
  private readonly turns: Turns;

  constructor(
    private readonly work: UnitOfWork,
    queues: Queues,
    { values }: Settings,
  ) {
    const expectedSeconds = values.VISITOR_MAIL_AFTER_SECONDS;
    const where = `unseen_since <= now() - interval '${expectedSeconds} seconds' AND email IS NOT NULL`;
    const waiting = { where, since: 'unseen_since', expectedSeconds };
    queues.register({ queue: 'visitor_mails', table: 'visitor_conversations', states: { waiting } });
    this.turns = new Turns(work, {
      table: 'visitor_conversations t',
      waiting: 'unseen_since IS NOT NULL AND email IS NOT NULL',
      due: `unseen_since <= statement_timestamp() - interval '${expectedSeconds} seconds'`,
      since: 'unseen_since',
    });
  }

  /** Of the workspace whose turn it is, locked until the transaction ends; null: there is none. */
  claim(unseenSeconds: number): Promise<UnseenConversation | null> {
    return this.turns.take(async (workspaceId) => {
      const [claimed] = await this.work.query<UnseenConversation>(CLAIM_UNSEEN, [unseenSeconds, workspaceId]);
      return claimed ?? null;
    });
  }

  /** What people wrote in the chat and the visitor has not seen, the oldest first, at most `most`. */
  listUnseen({ workspaceId, conversationId, seenSeq }: UnseenConversation, most: number): Promise<UnseenAnswer[]> {
    return this.work.prepared<UnseenAnswer>(LIST_UNSEEN, [workspaceId, conversationId, seenSeq, most]);
  }

  /** A mail has everything up to this place. The caller has claimed it. */
  async updateMailed({ workspaceId, conversationId }: ConversationKey, mailedSeq: number): Promise<void> {
    const change = { mailedSeq, mailCount: () => 'mail_count + 1' };
    await this.work.manager.update(VisitorConversation, { workspaceId, conversationId }, change);
  }

  /** Another time, in so many seconds. The caller has claimed it. */
  async postpone({ workspaceId, conversationId }: ConversationKey, seconds: number): Promise<void> {
    const unseenSince = (): string => `now() + make_interval(secs => ${Math.trunc(seconds)})`;
    await this.work.manager.update(VisitorConversation, { workspaceId, conversationId }, { unseenSince });
  }

  /** `mailboxes`: all that one may be kept as. */
  existsStop(workspaceId: string, mailboxes: readonly Buffer[]): Promise<boolean> {
    return this.work.manager.existsBy(VisitorMailStop, { workspaceId, mailbox: Any(mailboxes) });
  }

  /** Once is enough. */
  async insertStop(workspaceId: string, mailbox: Buffer): Promise<void> {
    await this.work.manager.upsert(VisitorMailStop, { workspaceId, mailbox }, ['workspaceId', 'mailbox']);
  }
}
