import { Injectable } from '@nestjs/common';
import { Settings } from '../../../config/load-settings';
import { MailIntakeService, type MailEnvelope } from '../mail-intake.service';
import { basicPassword } from './basic-secret';
import { HeldBytes, MailCollector } from './mail-collector';
import { VendorRequestUnreadable } from './vendor-mail.errors';
import type { VendorRequest } from './vendor-request';

/** Largest request in sizes of the largest email: its JSON or form is longer than the email, which may be too large itself. */
const MOST_REQUEST = 4;
/** Requests held in memory at once, in sizes of the largest email. */
const MOST_HELD = 4;

/** What the routes of vendors share: their bounds, and the way of an email into the queue. */
@Injectable()
export class VendorIntake {
  readonly mostBytes: number;
  /** For requests that have proved themselves before their body. */
  readonly held: HeldBytes;
  /** For requests whose proof is in their body, so that strangers use up no memory of the others. */
  readonly heldUnproved: HeldBytes;

  constructor(
    private readonly intake: MailIntakeService,
    { values }: Settings,
  ) {
    this.mostBytes = values.MAIL_INBOUND_MAX_BYTES;
    this.held = new HeldBytes(MOST_HELD * MOST_REQUEST * this.mostBytes);
    this.heldUnproved = new HeldBytes(MOST_HELD * this.mostBytes);
  }

  /** @throws CredentialMissing, CredentialUnknown 401 */
  ensureBasic(request: VendorRequest): void {
    this.intake.ensureMailServer(basicPassword(request));
  }

  /** @throws VendorRequestUnreadable 400, payload_too_large 413 */
  bytesOf(request: VendorRequest, limitBytes = MOST_REQUEST * this.mostBytes): AsyncIterable<Buffer> {
    if (request.headers['content-encoding']) throw new VendorRequestUnreadable();
    return request.bytes(limitBytes);
  }

  /** Stores an email, or only its headers if it is too large, and returns its id. */
  take(mail: MailCollector, envelope: MailEnvelope): Promise<string> {
    return this.intake.take([mail.bytes], envelope, { cutShort: mail.isCutShort ? 'too_large' : null });
  }

  /** The same for an email in memory. */
  async takeBytes(bytes: Buffer, envelope: MailEnvelope): Promise<string> {
    const mail = new MailCollector(this.mostBytes, this.held);
    try {
      mail.add(bytes);
      return await this.take(mail, envelope);
    } finally {
      mail.drop();
    }
  }
}
