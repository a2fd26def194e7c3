import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../../common/request/principal';
import type { OutgoingReply, ReplyAddress, ReplyDelivery } from './reply-mail.types';

/** Sends replies by mail. */
export interface ReplyMailer {
  /** Joins the caller's transaction. Null: nobody knows an address of the customer. */
  address(scope: WorkspaceScope, conversationId: string): Promise<ReplyAddress | null>;

  /**
   * Counts a mail towards what the plan allows to a recipient that is not verified. Joins the caller's transaction.
   *
   * @returns the day that it was counted on; null: the recipient is verified
   * @throws MailLimitReached 429
   */
  count(scope: WorkspaceScope, recipient: string): Promise<string | null>;

  /** A mail that was counted on this day is never sent. */
  takeBack(workspaceId: string, recipient: string, day: string): Promise<void>;

  /**
   * One attempt; never throws. `handingOver` is awaited between the server's 354 and the first byte of the message: where
   * it throws, nothing was handed over and the attempt is `refused`.
   */
  send(reply: OutgoingReply, handingOver: () => Promise<void>, signal: AbortSignal): Promise<ReplyDelivery>;
}

/** Where the feature of email, which is built on this one, makes itself known to it. */
@Injectable()
export class ReplyMailPort implements ReplyMailer {
  private mailer: ReplyMailer | undefined;

  provide(mailer: ReplyMailer): void {
    this.mailer = mailer;
  }

  address(scope: WorkspaceScope, conversationId: string): Promise<ReplyAddress | null> {
    return this.provided.address(scope, conversationId);
  }

  count(scope: WorkspaceScope, recipient: string): Promise<string | null> {
    return this.provided.count(scope, recipient);
  }

  takeBack(workspaceId: string, recipient: string, day: string): Promise<void> {
    return this.provided.takeBack(workspaceId, recipient, day);
  }

  send(reply: OutgoingReply, handingOver: () => Promise<void>, signal: AbortSignal): Promise<ReplyDelivery> {
    return this.provided.send(reply, handingOver, signal);
  }

  private get provided(): ReplyMailer {
    if (!this.mailer) throw new Error('No feature sends replies by mail');
    return this.mailer;
  }
}
