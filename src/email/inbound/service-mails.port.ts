/** Knows the mails of the service that belong to no conversation. Bound in ports.module.ts. */
export abstract class ServiceMails {
  /** A mail server could not deliver this mail. False: it is none of these. Joins the caller's transaction. */
  abstract bounced(mailId: string): Promise<boolean>;
}
