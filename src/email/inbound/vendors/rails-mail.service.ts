import { Injectable } from '@nestjs/common';
import { MailMediaTypeUnsupported } from '../inbound-mail.errors';
import { MailCollector } from './mail-collector';
import { VendorIntake } from './vendor-intake';
import type { VendorRequest } from './vendor-request';

const MEDIA_TYPES = ['message/rfc822', 'application/octet-stream'];

/** Email from the relay of Action Mailbox: the raw email. Its recipients are in its headers. */
@Injectable()
export class RailsMailService {
  constructor(private readonly vendors: VendorIntake) {}

  /** @throws CredentialMissing, CredentialUnknown 401, MailMediaTypeUnsupported 400, MailNotTaken 503 */
  async take(request: VendorRequest): Promise<string> {
    this.vendors.ensureBasic(request);
    if (!MEDIA_TYPES.includes(request.mediaType)) throw new MailMediaTypeUnsupported();
    const mail = new MailCollector(this.vendors.mostBytes, this.vendors.held);
    try {
      for await (const piece of this.vendors.bytesOf(request)) mail.add(piece);
      return await this.vendors.take(mail, { recipients: [], sender: null });
    } finally {
      mail.drop();
    }
  }
}
