import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import {
  ADD_CONVERSATION_RECIPIENT,
  COUNT_MAIL,
  FORGET_RECIPIENTS,
  TAKE_BACK_MAIL,
  VERIFY_BY_ANSWER,
  VERIFY_RECIPIENT,
} from './mail-recipients.sql';

/** The counts of a workspace's emails to unverified addresses on one day in UTC. */
export interface CountedMail {
  day: string;
  toRecipient: number;
  toAll: number;
  /** Seconds until the next day. */
  resetSeconds: number;
}

/** The tables verified_recipients, conversation_recipients and unverified_mail_counts. */
@Injectable()
export class MailRecipientsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Null if the address is verified. */
  async count(workspaceId: string, addresses: readonly Buffer[], mailbox: Buffer): Promise<CountedMail | null> {
    const [counted] = await this.work.prepared<CountedMail>(COUNT_MAIL, [workspaceId, [...addresses], mailbox]);
    return counted ?? null;
  }

  async uncount(workspaceId: string, mailbox: Buffer, day: string): Promise<void> {
    await this.work.query(TAKE_BACK_MAIL, [workspaceId, mailbox, day]);
  }

  async verify(workspaceId: string, address: Buffer): Promise<void> {
    await this.work.prepared(VERIFY_RECIPIENT, [workspaceId, address]);
  }

  /** Verifies the address if no other was sent the address of the conversation. `addresses`: all stored forms of the address, newest first. */
  async verifyByAnswer(workspaceId: string, conversationId: string, addresses: readonly Buffer[]): Promise<void> {
    const values = [workspaceId, addresses[0], conversationId, [...addresses]];
    await this.work.prepared(VERIFY_BY_ANSWER, values);
  }

  /** Records that the address was sent the address of the conversation. */
  async addConversationRecipient(workspaceId: string, conversationId: string, address: Buffer): Promise<void> {
    await this.work.prepared(ADD_CONVERSATION_RECIPIENT, [workspaceId, conversationId, address]);
  }

  async forget(workspaceId: string, addresses: readonly Buffer[]): Promise<void> {
    await this.work.query(FORGET_RECIPIENTS, [workspaceId, [...addresses]]);
  }
}
