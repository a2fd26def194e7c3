import { Injectable } from '@nestjs/common';
import { addressParser } from 'postal-mime';
import { CredentialMissing, CredentialUnknown } from '../../../common/auth/auth.errors';
import { Erasers } from '../../../common/erasure/erasers';
import type { Erasure } from '../../../common/erasure/erasure.types';
import { BackgroundRunner } from '../../../common/jobs/background-runner';
import { normalEmail } from '../../../common/mail/email-address';
import { storable } from '../../../common/text/storable';
import { isObject } from '../../../common/validation/is-object';
import { Settings } from '../../../config/load-settings';
import { MailIntakeService } from '../mail-intake.service';
import type { AnnouncedMail } from './inbound-mail-event.entity';
import { MailEventsRepository } from './mail-events.repository';
import { RESEND_FETCHING } from './resend-fetching';
import { isSignedBySvix } from './svix-signature';
import { VendorRequestUnreadable } from './vendor-mail.errors';
import { VendorIntake } from './vendor-intake';
import type { VendorRequest } from './vendor-request';

const MOST_BYTES = 1_048_576;
const MOST_RECIPIENTS = 100;
const LONGEST = 1_000;

/** Email from Resend: an event without the email, which a worker fetches. */
@Injectable()
export class ResendMailService {
  constructor(
    private readonly vendors: VendorIntake,
    private readonly events: MailEventsRepository,
    private readonly runner: BackgroundRunner,
    private readonly intake: MailIntakeService,
    private readonly settings: Settings,
    erasers: Erasers,
  ) {
    erasers.register({ step: 'traces', erase: (erasure) => this.erase(erasure) });
  }

  /**
   * Returns the id that the email will have. Null for other events.
   *
   * @throws CredentialMissing, CredentialUnknown 401, VendorRequestUnreadable 400
   */
  async take(request: VendorRequest): Promise<string | null> {
    const pieces: Buffer[] = [];
    for await (const piece of this.vendors.bytesOf(request, MOST_BYTES)) pieces.push(piece);
    const body = Buffer.concat(pieces);
    const eventId = this.ensureGenuine(request, body);
    const announced = announcedIn(body);
    if (announced === null) return null;
    const id = await this.events.upsert(eventId, announced, await this.intake.workspaceOf(announced.to));
    this.runner.wake(RESEND_FETCHING);
    return id;
  }

  /** Erases emails of the person that were announced and are not fetched yet. */
  private async erase({ cause, workspaceId, addresses }: Erasure): Promise<void> {
    if (cause === 'age') return;
    const senders = addresses.map(normalEmail);
    await this.events.deleteFrom(workspaceId, senders);
    await this.events.forgetSenders(senders);
  }

  /** Returns the id of the event. */
  private ensureGenuine(request: VendorRequest, body: Buffer): string {
    const header = (name: string): string => String(request.headers[name] ?? '');
    const id = header('svix-id');
    const proof = { id, timestamp: header('svix-timestamp'), signatures: header('svix-signature') };
    if (proof.signatures === '') throw new CredentialMissing();
    const secret = this.settings.values.MAIL_INBOUND_RESEND_SECRET;
    const isGenuine = secret !== null && id.length <= LONGEST && isSignedBySvix(proof, body, secret, Date.now());
    if (!isGenuine) throw new CredentialUnknown();
    return id;
  }
}

/** Null for events of other types. @throws VendorRequestUnreadable 400 */
function announcedIn(body: Buffer): AnnouncedMail | null {
  let event: unknown;
  try {
    event = JSON.parse(body.toString('utf8'));
  } catch {
    throw new VendorRequestUnreadable();
  }
  const { type, data } = (isObject(event) ? event : {}) as { type?: unknown; data?: unknown };
  if (type !== 'email.received') return null;
  const { email_id, from, to, subject, message_id } = isObject(data) ? data : {};
  if (typeof email_id !== 'string' || !/^[\w-]{1,100}$/.test(email_id)) throw new VendorRequestUnreadable();
  return {
    emailId: email_id,
    from: line(from),
    sender: senderIn(line(from)),
    to: (Array.isArray(to) ? to : [to])
      .map(line)
      .filter((one) => one !== '')
      .slice(0, MOST_RECIPIENTS),
    subject: line(subject),
    messageId: line(message_id),
  };
}

function senderIn(from: string): string {
  const [sender] = addressParser(from, { flatten: true });
  return normalEmail(sender?.address ?? '');
}

/** One line of bounded length. Empty for anything but text. */
function line(value: unknown): string {
  return typeof value === 'string'
    ? storable(value)
        .replace(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, LONGEST)
    : '';
}
