import type { Attachment } from 'postal-mime';
import { readDeliveryStatus } from './delivery-report';
import { automaticMark, isExchangeRule, type MailHeaders } from './mail-headers';
import type { MailKind } from './parsed-mail.types';
import { isReaction } from './reaction';

/** The most bytes to read of quoted parts in reports. */
const MOST_REPORT_BYTES = 262_144;

const MOST_COPIED = 10;

/** Reports come first, because half of them are also marked as automatic, and emails of people are never reports. */
export function mailKind(
  headers: MailHeaders,
  attachments: readonly Attachment[],
  { ownText, isOfServer, subject }: { ownText: string; isOfServer: boolean; subject: string },
): MailKind {
  const type = headers.get('content-type') ?? '';
  if (/^\s*multipart\/report\b/i.test(type)) {
    if (/report-type\s*=\s*"?disposition-notification/i.test(type)) return { kind: 'disposition_notification' };
    if (/report-type\s*=\s*"?feedback-report/i.test(type)) return { kind: 'complaint' };
  }
  // Some servers send the parts of a report under another type; what a person forwards has a sender of its own.
  if (/^\s*multipart\/report\b/i.test(type) || isOfServer) {
    const report = attachments
      .filter(({ mimeType }) => /^message\/(?:global-)?delivery-status$/.test(mimeType))
      .map((part) => readDeliveryStatus(reportText(part)))
      .find((found) => found !== null);
    if (report) return { kind: 'delivery_report', report };
  }
  if (isReaction(attachments, ownText)) return { kind: 'reaction' };
  const mark = automaticMark(headers) ?? (isExchangeRule(headers, subject) ? 'auto_submitted' : null);
  return mark ? { kind: 'automatic', mark } : { kind: 'mail' };
}

/** The Message-IDs in the quoted email of a report. */
export function reportedIds(attachments: readonly Attachment[]): string[] {
  const quoted = attachments.filter(({ mimeType }) =>
    /^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/(?:rfc822|global)-headers)$/.test(mimeType),
  );
  return quoted.flatMap((part) => {
    const [headers = ''] = reportText(part).split(/\r?\n\r?\n/, 1);
    return headers.replace(/\r?\n(?=[ \t])/g, '').match(/(?<=^message-id:\s*)<[^<>\s]{1,500}>/gim) ?? [];
  });
}

/** The Message-IDs of copies in the text of a report, as qmail and Exim write them. */
export function copiedIds(content: string): string[] {
  return content.match(/(?<=^(?:> ?)?message-id: ?)<[^<>\s]{1,500}>/gim)?.slice(0, MOST_COPIED) ?? [];
}

function reportText({ content }: Attachment): string {
  return typeof content === 'string'
    ? content
    : Buffer.from(content as ArrayBuffer)
        .subarray(0, MOST_REPORT_BYTES)
        .toString('utf8');
}
