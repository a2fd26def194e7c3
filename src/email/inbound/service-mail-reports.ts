import { Injectable } from '@nestjs/common';
import { uuidOrNil } from '../../common/database/uuid';
import { Settings } from '../../config/load-settings';
import { failureLine, type MailReport } from './mail-class';
import type { MailClaim } from './mail-jobs.repository';
import type { ParsedMail } from './reading/parsed-mail.types';
import { ServiceMails } from './service-mails.port';

/**
 * What mail servers report about mails of the service that belong to no conversation. As with replies, a report is only
 * believed about a mail whose signed address or Message-ID it names.
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

  /** Whether it says that one of them has not arrived. Joins the caller's transaction. */
  async file({ targetKind, targetId }: MailClaim, mail: ParsedMail, found: MailReport): Promise<boolean> {
    if (!saysFailed(mail, found)) return false;
    const quoted = mail.reportedIds.flatMap((header) => this.mailNamed(header) ?? []);
    const ids = targetKind === 'bounce' && targetId !== null ? [targetId] : quoted;
    for (const id of new Set(ids)) if (await this.mails.bounced(id)) return true;
    return false;
  }

  /** Of a Message-ID that {@link compose} writes. */
  private mailNamed(header: string): string | null {
    const [, id = '', host] = /^<([^@<>]+)@([^@<>]+)>$/.exec(header) ?? [];
    return host === this.host ? uuidOrNil(id) : null;
  }
}

function saysFailed(mail: ParsedMail, found: MailReport): boolean {
  if (found.is === 'report') return found.report.action === 'failed';
  return found.is === 'unclear_report' && (found.failedRecipient !== null || failureLine(mail.content) !== null);
}
