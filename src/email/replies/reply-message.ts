import MimeNode from 'nodemailer/lib/mime-node';
import addressparser from 'nodemailer/lib/addressparser';
import { headerDate, threadHeaders, writeMail } from '../../common/mail/mail-message';
import type { OutgoingMail } from '../../common/mail/mail-transport';
import { oneLine } from '../../common/mail/one-line';
import { replyMessageId } from '../../common/mail/reply-message-id';
import type { OutgoingReply } from '../../inbox/replies/reply-mail.port';
import type { ReplyRecipient } from '../../inbox/replies/reply.types';
import type { WholeFile } from '../../files/file.types';
import { flowedLines, SIGNATURE_SEPARATOR } from './flowed-text';

const TEXT_TYPE = 'text/plain; charset=utf-8; format=flowed';

export interface ReplySender {
  /** MAIL_FROM: `Parley <parley@example.com>`. */
  mailFrom: string;
  /** The address for reports about this reply. Null for the address of MAIL_FROM. */
  bounceAddress: string | null;
}

/**
 * Composes a reply as RFC 5322 bytes, the same for every attempt and every recipient: no header names those in `bcc`. docs/email.md
 * describes each header.
 */
export async function composeReply(reply: OutgoingReply, sender: ReplySender): Promise<OutgoingMail> {
  const { messageId, revision, content, attachments, createdAt, envelope, visible } = reply;
  const { recipient, fromName, replyTo, subject, inReplyTo, references, signature } = envelope;
  const from = addressparser(sender.mailFrom)[0]?.address ?? '';
  const type = attachments.length > 0 ? 'multipart/mixed' : TEXT_TYPE;
  // A boundary of the id, because every attempt sends the same bytes.
  const message = new MimeNode(type, { newline: 'windows', baseBoundary: messageId });
  // Pass addresses as objects, because a text would be parsed and could contain several addresses.
  message.setHeader({
    From: { name: oneLine(fromName), address: from },
    To: [{ name: '', address: recipient }, ...named(visible, 'to')],
    ...(visible.some(({ kind }) => kind === 'cc') ? { Cc: named(visible, 'cc') } : {}),
    Subject: oneLine(subject),
    Date: headerDate(createdAt),
    'Message-ID': replyMessageId(messageId, revision, sender.mailFrom),
    ...threadHeaders({ replyTo, inReplyTo, references }),
  });
  const signed = signature === null ? [] : [SIGNATURE_SEPARATOR, ...flowedLines(signature)];
  const bytes = await written(message, [...flowedLines(content), ...signed], attachments);
  return { id: messageId, createdAt, from: sender.bounceAddress ?? from, to: recipient, bytes, reports: true };
}

function named(recipients: readonly ReplyRecipient[], kind: 'to' | 'cc'): { name: string; address: string }[] {
  return recipients.filter((one) => one.kind === kind).map(({ address }) => ({ name: '', address }));
}

async function written(
  message: MimeNode,
  lines: readonly string[],
  attachments: readonly WholeFile[],
): Promise<Buffer> {
  if (attachments.length === 0) return writeMail(message, lines);
  const text = message.createChild(TEXT_TYPE);
  text.setRaw(await writeMail(text, lines));
  for (const { fileName, mediaType, bytes } of attachments) {
    const part = message.createChild(mediaType, { filename: fileName });
    // Base64 for every type: an encoding for texts would change their line ends.
    part.setHeader({ 'Content-Disposition': 'attachment', 'Content-Transfer-Encoding': 'base64' });
    part.setContent(bytes);
  }
  return message.build();
}
