import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In } from 'typeorm';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { uuidOrNil } from '../../common/database/uuid';
import { FORGET_RECEIVERS } from './mail-threads.sql';
import { MessageMail } from './message-mail.entity';

/** The table message_mails. */
@Injectable()
export class MailThreadsRepository {
  constructor(private readonly work: UnitOfWork) {}

  async insert(mail: MessageMail): Promise<void> {
    await this.work.manager.insert(MessageMail, mail);
  }

  /** The newest email from a person in a conversation. */
  findLastWritten(workspaceId: string, conversationId: string): Promise<MessageMail | null> {
    return this.findLast({ workspaceId, conversationId, automatic: false });
  }

  /** The newest email in a conversation with a sender who receives replies. */
  findLastAnswerable(workspaceId: string, conversationId: string): Promise<MessageMail | null> {
    return this.findLast({ workspaceId, conversationId, answerable: true });
  }

  /** Null: the message is no email, or there is no such message. */
  find(workspaceId: string, conversationId: string, messageId: string): Promise<MessageMail | null> {
    return this.work.manager.findOneBy(MessageMail, { workspaceId, conversationId, messageId: uuidOrNil(messageId) });
  }

  /** The emails to an agent with one of these Message-IDs, newest first. At most as many as there are ids. */
  listByMailIds(workspaceId: string, agentId: string, mailIds: readonly string[]): Promise<MessageMail[]> {
    return this.work.manager.find(MessageMail, {
      where: { workspaceId, agentId, mailId: In(mailIds) },
      order: { messageId: 'DESC' },
      take: mailIds.length,
    });
  }

  /** Removes addresses from the receivers of the emails of these conversations. */
  async forgetReceivers(
    workspaceId: string,
    conversationIds: readonly string[],
    addresses: readonly string[],
  ): Promise<void> {
    await this.work.query(FORGET_RECEIVERS, [workspaceId, [...conversationIds], [...addresses]]);
  }

  private findLast(where: FindOptionsWhere<MessageMail>): Promise<MessageMail | null> {
    return this.work.manager.findOne(MessageMail, { where, order: { messageId: 'DESC' } });
  }
}
