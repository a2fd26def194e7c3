import { Injectable } from '@nestjs/common';
import { withPostmarkFields } from './postmark-body';
import { RawMailMissing } from './vendor-mail.errors';
import { VendorIntake } from './vendor-intake';
import type { VendorRequest } from './vendor-request';

/** Email from Postmark: JSON with the raw email, if its inbound stream is set to include it. */
@Injectable()
export class PostmarkMailService {
  constructor(private readonly vendors: VendorIntake) {}

  /** @throws CredentialMissing, CredentialUnknown 401, RawMailMissing, VendorRequestUnreadable 400, MailNotTaken 503 */
  async take(request: VendorRequest): Promise<string> {
    this.vendors.ensureBasic(request);
    const { held } = this.vendors;
    return withPostmarkFields(this.vendors.bytesOf(request), held, ({ RawEmail, OriginalRecipient }) => {
      if (!RawEmail) throw new RawMailMissing('RawEmail');
      const recipients = OriginalRecipient ? [OriginalRecipient] : [];
      return this.vendors.takeBytes(Buffer.from(RawEmail), { recipients, sender: null });
    });
  }
}
