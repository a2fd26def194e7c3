import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { CredentialMissing, CredentialUnknown } from '../../../common/auth/auth.errors';
import { isObject } from '../../../common/validation/is-object';
import { Settings } from '../../../config/load-settings';
import type { MailEnvelope } from '../mail-intake.service';
import { type MailForm, readMailForm } from './mail-form';
import { isSignedByMailgun } from './mailgun-signature';
import { MailTokensRepository } from './mail-tokens.repository';
import { MailNotTaken, RawMailMissing } from './vendor-mail.errors';
import { VendorIntake } from './vendor-intake';
import type { VendorRequest } from './vendor-request';

const MOST_RECIPIENTS = 1_000;
const LONGEST_ADDRESS = 320;

/** Email from services that send a form: SendGrid and Mailgun. */
@Injectable()
export class FormMailService {
  constructor(
    private readonly vendors: VendorIntake,
    private readonly tokens: MailTokensRepository,
    private readonly settings: Settings,
  ) {}

  /**
   * SendGrid repeats a request only after a 5xx, so the parsed email, which the service cannot take, is 503 until the setting is changed.
   *
   * @throws CredentialMissing, CredentialUnknown 401, VendorRequestUnreadable 400, MailNotTaken 503
   */
  async takeFromSendgrid(request: VendorRequest): Promise<string> {
    this.vendors.ensureBasic(request);
    const { mostBytes, held } = this.vendors;
    const wanted = { mail: 'email', fields: ['envelope'], mostBytes };
    return this.withForm(await readMailForm(request, this.vendors.bytesOf(request), wanted, held), (form, mail) => {
      if (!mail) throw new MailNotTaken('Check "POST the raw, full MIME message" in the settings of Inbound Parse.');
      return this.vendors.take(mail, sendgridEnvelope(form.fields.get('envelope') ?? ''));
    });
  }

  /** @throws CredentialMissing, CredentialUnknown 401, RawMailMissing, VendorRequestUnreadable 400, MailNotTaken 503 */
  async takeFromMailgun(request: VendorRequest): Promise<string> {
    const { mostBytes, heldUnproved } = this.vendors;
    const fields = ['recipient', 'sender', 'timestamp', 'token', 'signature'];
    const wanted = { mail: 'body-mime', fields, mostBytes };
    const form = await readMailForm(request, this.vendors.bytesOf(request), wanted, heldUnproved);
    return this.withForm(form, async ({ fields }, mail) => {
      const text = (name: string): string => fields.get(name) ?? '';
      const envelope = { recipients: mailgunRecipients(text('recipient')), sender: plainSender(fields.get('sender')) };
      const digest = digestOf([text('recipient'), text('sender')], mail?.bytes ?? Buffer.alloc(0));
      await this.ensureMailgun(fields, digest);
      if (!mail) throw new RawMailMissing('body-mime');
      return this.vendors.take(mail, envelope);
    });
  }

  /** A token is good for one body. Mailgun may repeat it with the same. */
  private async ensureMailgun(fields: ReadonlyMap<string, string>, digest: Buffer): Promise<void> {
    const key = this.settings.values.MAIL_INBOUND_MAILGUN_KEY;
    const [timestamp, token, signature] = ['timestamp', 'token', 'signature'].map((name) => fields.get(name));
    if (timestamp === undefined || token === undefined || signature === undefined) throw new CredentialMissing();
    if (key === null || !isSignedByMailgun({ timestamp, token, signature }, key, Date.now()))
      throw new CredentialUnknown();
    if (!(await this.tokens.isFor(token, digest))) throw new CredentialUnknown();
  }

  private async withForm(
    form: MailForm,
    take: (form: MailForm, mail: MailForm['mail']) => Promise<string>,
  ): Promise<string> {
    try {
      return await take(form, form.mail);
    } finally {
      form.mail?.drop();
    }
  }
}

/** `{"to": […], "from": "…"}`. Without it, the headers of the email name the recipients. */
function sendgridEnvelope(json: string): MailEnvelope {
  let envelope: unknown;
  try {
    envelope = JSON.parse(json);
  } catch {
    return { recipients: [], sender: null };
  }
  const { to = [], from } = (isObject(envelope) ? envelope : {}) as { to?: unknown; from?: unknown };
  const recipients = (Array.isArray(to) ? to : [to]).filter((one): one is string => typeof one === 'string');
  return { recipients: recipients.slice(0, MOST_RECIPIENTS), sender: plainSender(from) };
}

function mailgunRecipients(text: string): string[] {
  return text.split(/[\s,]+/, MOST_RECIPIENTS).filter((address) => address !== '');
}

/** An empty sender is that of a report. */
function plainSender(sender: unknown): string | null {
  return typeof sender === 'string'
    ? sender.replace(/^<|>$/g, '').replaceAll('\0', '').slice(0, LONGEST_ADDRESS)
    : null;
}

function digestOf(texts: readonly string[], bytes: Buffer): Buffer {
  return createHash('sha256').update(JSON.stringify(texts)).update(bytes).digest();
}
