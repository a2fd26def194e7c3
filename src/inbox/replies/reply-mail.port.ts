import type { Delivery } from '../../common/mail/delivery.types';
import type { WorkspaceScope } from '../../common/request/principal';
import type { WholeFile } from '../../files/file.types';
import type { ReplyRecipient } from './reply.types';

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
  /** The number of further recipients, each with a delivery of its own; absent: none. */
  others?: number;
}

/** Whom a reply is for. Absent fields: as without them. */
export interface ReplyWish {
  /** Default: the person to whom a reply without recipients goes. */
  to?: readonly string[];
  cc?: readonly string[];
  bcc?: readonly string[];
  /** To everyone whom the answered email names. */
  replyAll?: boolean;
  /** The email that is answered. Default: the newest one of a person. */
  inReplyToMessageId?: string;
}

/** The recipients of a reply by mail: the first one is that of the address. */
export interface AddressedReply {
  address: ReplyAddress;
  others: readonly ReplyRecipient[];
}

/** Whom a reply to everyone would go to. */
export interface ReplyToAll {
  to: string[];
  cc: string[];
  from: { name: string; address: string };
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
  /** Further recipients that the headers name. */
  visible: readonly ReplyRecipient[];
}

/** The person who gets one copy of a reply. The id is that of the reply for the first recipient, otherwise that of the delivery. */
export interface OutgoingCopy {
  id: string;
  address: string;
}

/** Sends replies by mail. Bound in ports.module.ts. */
export abstract class ReplyMailer {
  /**
   * Joins the caller's transaction. Null: the customer has no address.
   *
   * @throws MessageWithoutMail, RecipientIsOurs, TooManyRecipients 400, RecipientBlocked 409
   */
  abstract address(scope: WorkspaceScope, conversationId: string, wish: ReplyWish): Promise<AddressedReply | null>;

  /**
   * The first email of a conversation, which answers no other. Joins the caller's transaction.
   *
   * @throws RecipientIsOurs, TooManyRecipients 400, RecipientBlocked 409
   */
  abstract begin(scope: WorkspaceScope, conversationId: string, wish: ReplyWish): Promise<AddressedReply>;

  /** Whom `replyAll` means. `messageId` null: the newest email of a person. @throws MessageWithoutMail 400 */
  abstract findReplyToAll(scope: WorkspaceScope, conversationId: string, messageId: string | null): Promise<ReplyToAll>;

  /** A text without the addresses of conversations that this service has issued. */
  abstract withoutTokens(text: string): string;

  /** The recipient of {@link address}, which this changes nothing for. */
  abstract findRecipient(scope: WorkspaceScope, conversationId: string): Promise<string | null>;

  /**
   * Counts a mail towards the limit of the plan for unverified recipients. Joins the caller's transaction.
   *
   * @returns the day on which it counts; null: the recipient is verified
   * @throws MailLimitReached 429
   */
  abstract count(scope: WorkspaceScope, recipient: string): Promise<string | null>;

  /** The same for a mail to several recipients; the days in their order. @throws MailLimitReached 429 */
  abstract countAll(scope: WorkspaceScope, recipients: readonly string[]): Promise<(string | null)[]>;

  /** Takes back the counts of a mail that is never sent. */
  abstract uncount(workspaceId: string, counted: readonly { address: string; day: string }[]): Promise<void>;

  /**
   * Makes one attempt to send the copy of one person; never throws. Every copy has the same bytes. Awaits `handingOver` between the server's 354 and the first byte of the message: if it
   * throws, no byte leaves and the attempt is `refused`.
   */
  abstract send(
    reply: OutgoingReply,
    copy: OutgoingCopy,
    handingOver: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<Delivery>;
}
