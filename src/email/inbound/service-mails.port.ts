/** Handles bounces of emails without a conversation. Bound in ports.module.ts. */
export abstract class ServiceMails {
  /** A mail server could not deliver the email. False if it is unknown. Joins the caller's transaction. */
  abstract bounced(mailId: string): Promise<boolean>;
}
