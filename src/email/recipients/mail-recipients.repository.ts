import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import {
  ADD_CONVERSATION_RECIPIENT,
  COUNT_IN_WORKSPACE,
  COUNT_MAIL,
  COUNT_RECIPIENT,
  FORGET_RECIPIENTS,
  TAKE_BACK_IN_WORKSPACE,
  TAKE_BACK_MAIL,
  TAKE_BACK_RECIPIENT,
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

  /** Counts for the recipient alone. Null if the address is verified. */
  async countRecipient(
    workspaceId: string,
    addresses: readonly Buffer[],
    mailbox: Buffer,
  ): Promise<Pick<CountedMail, 'day' | 'toRecipient'> | null> {
    const [counted] = await this.work.query<Pick<CountedMail, 'day' | 'toRecipient'>>(COUNT_RECIPIENT, [
      workspaceId,
      [...addresses],
      mailbox,
    ]);
    return counted ?? null;
  }

  /** Counts emails for the workspace alone, after all their recipients. */
  async countInWorkspace(workspaceId: string, mails: number): Promise<Pick<CountedMail, 'toAll' | 'resetSeconds'>> {
    const [counted] = await this.work.query<Pick<CountedMail, 'toAll' | 'resetSeconds'>>(COUNT_IN_WORKSPACE, [
      workspaceId,
      mails,
    ]);
    return counted!;
  }

  /** For the recipient alone. Whether there was a count of that day. */
  async uncountRecipient(workspaceId: string, mailbox: Buffer, day: string): Promise<boolean> {
    return (await this.work.query(TAKE_BACK_RECIPIENT, [workspaceId, mailbox, day])).length > 0;
  }

  async uncountInWorkspace(workspaceId: string, day: string, mails: number): Promise<void> {
    await this.work.query(TAKE_BACK_IN_WORKSPACE, [workspaceId, day, mails]);
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
