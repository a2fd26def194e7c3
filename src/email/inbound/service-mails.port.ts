import { Injectable } from '@nestjs/common';

export interface ServiceMails {
  /** A mail server could not deliver this mail. False: it is none of these. Joins the caller's transaction. */
  bounced(mailId: string): Promise<boolean>;
}

/** Where the feature whose mails belong to no conversation makes itself known to the one that takes reports about them in. */
@Injectable()
export class ServiceMailsPort implements ServiceMails {
  private mails: ServiceMails | undefined;

  provide(mails: ServiceMails): void {
    this.mails = mails;
  }

  bounced(mailId: string): Promise<boolean> {
    if (!this.mails) throw new Error('No feature sends mails that belong to no conversation');
    return this.mails.bounced(mailId);
  }
}
