import { addressParser } from 'postal-mime';
import { attachedMail, forwardedInline, fromAttached } from './forwarded';
import { referredIds } from './html-text';
import { invitationText } from './invitation';
import { attachmentOf } from './mail-attachments';
import { MailHeaders, senderVerdict, subjectSaysAutomatic } from './mail-headers';
import { copiedIds, mailKind, reportedIds } from './mail-kind';
import { listOf } from './mail-list';
import { boundedContent, textOf } from './mail-content';
import { mailParts } from './mail-parts';
import { mailbox, mailboxes } from './mailboxes';
import { oneLine } from './one-line';
import type { ForwardedMail, ParsedMail } from './parsed-mail.types';
import { withoutArmor } from './pgp-armor';
import { quotedFrom } from './quote-finder';
import { openedSignatures, sealedNote } from './sealed/sealed-parts';
import { isMailSystem } from './sender-kinds';
import { openedWinmail } from './tnef/winmail';

/** In code points. */
const LONGEST_SUBJECT = 998;
const MOST_ATTACHMENTS = 50;
const MOST_RECEIVERS = 100;
const MOST_REPLY_TO = 10;
/** A larger one is only a file. */
const MOST_ATTACHED_BYTES = 15_728_640;

/** Parses untrusted email. Runs in the computing process, which has bounds on time and memory. */
export default class MailReading {
  /** `authservId`: the id of the server with trusted results about senders, or null. @throws if it nests too deep or its headers are too long */
  async read(bytes: Uint8Array, authservId: string | null): Promise<ParsedMail> {
    const { mail, attached } = await this.readOne(bytes, authservId);
    return { ...mail, forwarded: attached ? await this.readAttached(mail, attached) : forwardedInline(mail) };
  }

  /** Null for a report, for an email of a program, and for one that cannot be read: it is only a file. */
  private async readAttached(outer: ParsedMail, attached: Uint8Array): Promise<ForwardedMail | null> {
    if (attached.length > MOST_ATTACHED_BYTES) return null;
    const inner = await this.readOne(attached, null).catch(() => null);
    if (!inner?.mail.from || inner.mail.kind.kind !== 'mail') return null;
    const others = outer.attachments.filter(({ mediaType }) => mediaType !== 'message/rfc822');
    return fromAttached(outer, inner.mail, others);
  }

  /** An email, and the email that it attaches. */
  private async readOne(
    bytes: Uint8Array,
    authservId: string | null,
  ): Promise<{ mail: ParsedMail; attached: Uint8Array | null }> {
    const { email, texts } = await openedSignatures(await mailParts(bytes));
    const headers = new MailHeaders(email.headers);
    const subject = oneLine(email.subject ?? '', LONGEST_SUBJECT);
    const from = mailbox(email.from) ?? mailbox(email.sender);
    const opened = openedWinmail(email.attachments);
    const attachments = opened.attachments.slice(0, MOST_ATTACHMENTS);
    const allTexts = [...texts, ...opened.texts];
    const referred = referredIds(allTexts.map(({ html }) => html ?? '').join('\n'));
    // Exchange packs a text into winmail.dat that it also writes beside it.
    const text = withoutArmor(textOf(texts) || textOf(opened.texts)) || (sealedNote(email.attachments) ?? '');
    const invitation = invitationText(opened.attachments, text === '');
    const before = invitation === null ? '' : text === '' ? invitation : `${invitation}\n\n`;
    const content = boundedContent(before + text, opened.attachments.length - attachments.length);
    const ownQuote = quotedFrom(content.slice(before.length));
    const quoted = ownQuote === null ? null : before.length + ownQuote;
    const hasNullSender = /^<\s*>$/.test(headers.get('return-path')?.trim() ?? '');
    const isOfServer = hasNullSender || (from !== null && isMailSystem(from.address));
    const mail: ParsedMail = {
      kind: mailKind(headers, email.attachments, {
        ownText: content.slice(before.length, quoted ?? undefined),
        isOfServer,
        subject,
      }),
      subjectSaysAutomatic: subjectSaysAutomatic(subject),
      nullReturnPath: hasNullSender,
      failedRecipients: headers.all('x-failed-recipients').flatMap((value) => addressesIn(value)),
      reportedIds: [...reportedIds(email.attachments), ...(isOfServer ? copiedIds(content) : [])],
      mailId: headers.ids('message-id')[0] ?? null,
      inReplyTo: headers.ids('in-reply-to'),
      references: headers.ids('references'),
      from,
      replyTo: mailboxes(email.replyTo).slice(0, MOST_REPLY_TO),
      list: listOf(headers, from, mailboxes(email.cc)),
      receivers: [...mailboxes(email.to), ...mailboxes(email.cc)].slice(0, MOST_RECEIVERS),
      subject: subject === '' ? null : subject,
      writtenAt: dateOf(email.date),
      verdict: senderVerdict(headers, authservId, addressesIn(headers.get('from') ?? '')),
      content,
      quotedFrom: quoted,
      attachments: await Promise.all(attachments.map((one) => attachmentOf(one, referred))),
      forwarded: null,
    };
    return { mail, attached: attachedMail(email.attachments) };
  }
}

function addressesIn(value: string): string[] {
  return mailboxes(addressParser(value, { flatten: true })).map(({ address }) => address);
}

/** Null for a time that the database cannot store. */
function dateOf(date: string | undefined): Date | null {
  const parsed = new Date(date ?? '');
  const year = parsed.getUTCFullYear();
  return year >= 1 && year <= 9_999 ? parsed : null;
}
