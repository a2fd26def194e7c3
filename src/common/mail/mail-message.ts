import { createTransport } from 'nodemailer';
import type { Mail } from './mail-outbox';
import type { OutgoingMail } from './mail-transport';

const composer = createTransport({
  streamTransport: true,
  buffer: true,
  newline: 'windows',
  disableFileAccess: true,
  disableUrlAccess: true,
});

export interface MessageIdentity {
  id: string;
  createdAt: Date;
  /** MAIL_FROM: `Parley <parley@example.com>`. */
  from: string;
  /** Right side of the Message-ID: the service's own host. */
  host: string;
}

/** Writes a mail as RFC 5322 bytes. The Message-ID follows from the id, so every attempt sends the same message. */
export async function compose({ to, subject, text }: Mail, identity: MessageIdentity): Promise<OutgoingMail> {
  const { message, envelope } = await composer.sendMail({
    from: identity.from,
    // As an object: text would be parsed, and might then be several addresses.
    to: { name: '', address: to },
    subject,
    text,
    messageId: `<${identity.id}@${identity.host}>`,
    date: identity.createdAt,
    // RFC 3834 §5: nobody's vacation notice answers it.
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  return {
    id: identity.id,
    createdAt: identity.createdAt,
    from: envelope.from || '',
    to,
    bytes: message as Buffer,
  };
}
