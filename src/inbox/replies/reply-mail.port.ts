import type { WorkspaceScope } from '../../common/request/principal';
import type { OutgoingReply, ReplyAddress, ReplyDelivery } from './reply-mail.types';

/** Sends replies by mail. Bound in ports.module.ts. */
export abstract class ReplyMailer {
  /** Joins the caller's transaction. Null: nobody knows an address of the customer. */
  abstract address(scope: WorkspaceScope, conversationId: string): Promise<ReplyAddress | null>;

  /**
   * Counts a mail towards what the plan allows to a recipient that is not verified. Joins the caller's transaction.
   *
   * @returns the day that it was counted on; null: the recipient is verified
   * @throws MailLimitReached 429
   */
  abstract count(scope: WorkspaceScope, recipient: string): Promise<string | null>;

  /** A mail that was counted on this day is never sent. */
  abstract uncount(workspaceId: string, recipient: string, day: string): Promise<void>;

  /**
   * One attempt; never throws. `handingOver` is awaited between the server's 354 and the first byte of the message: where
   * it throws, nothing was handed over and the attempt is `refused`.
   */
  abstract send(reply: OutgoingReply, handingOver: () => Promise<void>, signal: AbortSignal): Promise<ReplyDelivery>;
}
