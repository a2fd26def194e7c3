import { Injectable } from '@nestjs/common';
import { uuidOrNil } from '../../common/database/uuid';
import { Settings } from '../../config/load-settings';
import { failureLine, type MailReport } from './mail-class';
import type { MailClaim } from './mail-jobs.repository';
import type { ParsedMail } from './reading/parsed-mail.types';
import { ServiceMails } from './service-mails.port';

/**
 * Processes reports of mail servers about emails of the service without a conversation. As with replies, a report counts only if it
 * contains the signed address or the Message-ID of the email.
 */
@Injectable()
export class ServiceMailReports {
  private readonly host: string;

  constructor(
    private readonly mails: ServiceMails,
    { values }: Settings,
  ) {
    this.host = new URL(values.PUBLIC_URL).hostname;
  }

  /** Whether the report is about an undelivered email of the service. Joins the caller's transaction. */
  async file({ targetKind, targetId }: MailClaim, mail: ParsedMail, found: MailReport): Promise<boolean> {
    if (!saysFailed(mail, found)) return false;
    const quoted = mail.reportedIds.flatMap((header) => this.mailNamed(header) ?? []);
    const ids = targetKind === 'bounce' && targetId !== null ? [targetId] : quoted;
    for (const id of new Set(ids)) if (await this.mails.bounced(id)) return true;
    return false;
  }

  /** The email of a Message-ID from {@link compose}. */
  private mailNamed(header: string): string | null {
    const [, id = '', host] = /^<([^@<>]+)@([^@<>]+)>$/.exec(header) ?? [];
    return host === this.host ? uuidOrNil(id) : null;
  }
}

function saysFailed(mail: ParsedMail, found: MailReport): boolean {
  if (found.is === 'report') return found.report.action === 'failed';
  return found.is === 'unclear_report' && (found.failedRecipient !== null || failureLine(mail.content) !== null);
}
