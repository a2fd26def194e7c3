import type { Delivery } from '../../common/mail/delivery.types';
import type { WorkspaceScope } from '../../common/request/principal';
import type { WholeFile } from '../../files/file.types';

/** The recipient of a reply by mail, and its place in the thread. */
export interface ReplyAddress {
  /** One bare address. */
  recipient: string;
  /** The display name of `From`, whose address is that of the service. */
  fromName: string;
  /** The token address of the conversation; null: no inbound mail is set up. */
  replyTo: string | null;
  subject: string;
  /** Message-IDs with their angle brackets. */
  inReplyTo: string | null;
  references: string[];
}

/** The same with the signature of the author. Fixed when the reply is written. */
export interface ReplyEnvelope extends ReplyAddress {
  signature: string | null;
  /** The day in UTC on which the mail counted towards the limit of unverified recipients; absent: it did not. */
  countedOn?: string | null;
}

/** One revision of a reply, as it is sent. */
export interface OutgoingReply {
  workspaceId: string;
  conversationId: string;
  messageId: string;
  revision: number;
  content: string;
  attachments: readonly WholeFile[];
  createdAt: Date;
  envelope: ReplyEnvelope;
}

/** Sends replies by mail. Bound in ports.module.ts. */
export abstract class ReplyMailer {
  /** Joins the caller's transaction. Null: the customer has no address. */
  abstract address(scope: WorkspaceScope, conversationId: string): Promise<ReplyAddress | null>;

  /** The recipient of {@link address}, which this changes nothing for. */
  abstract findRecipient(scope: WorkspaceScope, conversationId: string): Promise<string | null>;

  /**
   * Counts a mail towards the limit of the plan for unverified recipients. Joins the caller's transaction.
   *
   * @returns the day on which it counts; null: the recipient is verified
   * @throws MailLimitReached 429
   */
  abstract count(scope: WorkspaceScope, recipient: string): Promise<string | null>;

  /** Takes back the count of a mail that is never sent. */
  abstract uncount(workspaceId: string, recipient: string, day: string): Promise<void>;

  /**
   * Makes one attempt; never throws. Awaits `handingOver` between the server's 354 and the first byte of the message: if it
   * throws, no byte leaves and the attempt is `refused`.
   */
  abstract send(reply: OutgoingReply, handingOver: () => Promise<void>, signal: AbortSignal): Promise<Delivery>;
}
