import { Injectable } from '@nestjs/common';
import { CredentialUnknown } from '../../../common/auth/auth.errors';
import { logger } from '../../../common/logging/logger';
import { Outbound } from '../../../common/outbound/outbound';
import { isObject } from '../../../common/validation/is-object';
import { Settings } from '../../../config/load-settings';
import { MailIntakeService, type MailEnvelope } from '../mail-intake.service';
import { SesObjects } from './ses-objects';
import { SnsCertificates } from './sns-certificates';
import { isSignedBySns, snsAddress, type SnsMessage, snsMessage } from './sns-message';
import { MailNotTaken, VendorRequestUnreadable } from './vendor-mail.errors';
import { VendorIntake } from './vendor-intake';
import type { VendorRequest } from './vendor-request';

/** SNS sends 256 KiB at most, in JSON. */
const MOST_BYTES = 1_048_576;
const MOST_RECIPIENTS = 1_000;
const CONFIRM_MS = 10_000;

/** What a notification of SES says of an email. */
interface Received {
  content: string | null;
  encoding: string;
  object: { bucket: string; key: string } | null;
  envelope: MailEnvelope;
}

/** Email from Amazon SES by Amazon SNS: in the notification itself, or stored in S3. */
@Injectable()
export class SesMailService {
  private readonly topics: ReadonlySet<string>;

  constructor(
    private readonly vendors: VendorIntake,
    private readonly intake: MailIntakeService,
    private readonly certificates: SnsCertificates,
    private readonly objects: SesObjects,
    private readonly outbound: Outbound,
    { values }: Settings,
  ) {
    this.topics = new Set(values.MAIL_INBOUND_SES_TOPICS);
  }

  /**
   * Returns the id of the email. Null for messages that bring none: a subscription to a listed topic, which is confirmed, and its end.
   *
   * @throws CredentialUnknown 401, VendorRequestUnreadable 400, MailNotTaken 503
   */
  async take(request: VendorRequest): Promise<string | null> {
    const pieces: Buffer[] = [];
    for await (const piece of this.vendors.bytesOf(request, MOST_BYTES)) pieces.push(piece);
    const message = snsMessage(Buffer.concat(pieces).toString('utf8'));
    if (!message) throw new VendorRequestUnreadable();
    await this.ensureGenuine(message);
    if (message.Type === 'SubscriptionConfirmation') return this.confirm(message);
    return message.Type === 'Notification' ? this.takeNotified(message) : null;
  }

  /** @throws CredentialUnknown 401, MailNotTaken 503 if the certificate cannot be fetched */
  private async ensureGenuine(message: SnsMessage): Promise<void> {
    const address = snsAddress(message.SigningCertURL);
    if (!this.topics.has(message.TopicArn) || !address?.pathname.endsWith('.pem')) throw new CredentialUnknown();
    const pem = await this.certificates.find(address);
    if (!isSignedBySns(message, pem, Date.now())) throw new CredentialUnknown();
  }

  private async confirm({ SubscribeURL, TopicArn }: SnsMessage): Promise<null> {
    const address = snsAddress(SubscribeURL);
    if (!address) throw new CredentialUnknown();
    const ensure = (url: URL): Promise<void> =>
      snsAddress(url.href) ? Promise.resolve() : Promise.reject(new CredentialUnknown());
    const { status } = await this.outbound
      .get(address, { longest: 65_536, milliseconds: CONFIRM_MS, ensure })
      .catch((error: unknown) => {
        throw new MailNotTaken('Amazon SNS cannot be reached to confirm the subscription.', { cause: error });
      });
    if (status !== 200) throw new MailNotTaken('Amazon SNS did not confirm the subscription.');
    logger.info({ topic: TopicArn }, 'subscription to incoming mail confirmed');
    return null;
  }

  private async takeNotified(message: SnsMessage): Promise<string | null> {
    const received = receivedIn(message.Message);
    if (!received) return null;
    const { content, encoding, object, envelope } = received;
    if (content !== null) {
      return this.vendors.takeBytes(Buffer.from(content, encoding === 'BASE64' ? 'base64' : 'utf8'), envelope);
    }
    if (object) return this.takeStored(object, envelope);
    throw new VendorRequestUnreadable();
  }

  private async takeStored(object: { bucket: string; key: string }, envelope: MailEnvelope): Promise<string> {
    const bytes = await this.objects.read(object, this.vendors.mostBytes);
    if ('bytes' in bytes) return this.vendors.takeBytes(bytes.bytes, envelope);
    return this.intake.take([bytes.head], envelope, { cutShort: 'too_large' });
  }
}

/** Null for notifications about other things than a received email. @throws VendorRequestUnreadable 400 */
function receivedIn(text: string): Received | null {
  let notified: unknown;
  try {
    notified = JSON.parse(text);
  } catch {
    // SNS sends a sentence to a new subscription, and any text that a person publishes.
    return null;
  }
  const { notificationType, content, mail, receipt } = recordOf(notified);
  if (notificationType !== 'Received') return null;
  const { recipients } = recordOf(receipt);
  const { type, encoding, bucketName, objectKey } = recordOf(recordOf(receipt)['action']);
  const { source } = recordOf(mail);
  const isStored = type === 'S3' && typeof bucketName === 'string' && typeof objectKey === 'string';
  return {
    content: typeof content === 'string' ? content : null,
    encoding: typeof encoding === 'string' ? encoding.toUpperCase() : 'UTF-8',
    object: isStored ? { bucket: bucketName, key: objectKey } : null,
    envelope: {
      recipients: (Array.isArray(recipients) ? recipients : [])
        .filter((one) => typeof one === 'string')
        .slice(0, MOST_RECIPIENTS),
      sender: typeof source === 'string' ? source.replace(/^<|>$/g, '').replaceAll('\0', '').slice(0, 320) : null,
    },
  };
}

function recordOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}
