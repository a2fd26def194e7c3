import type { ArrivedMail, MailPlaceInQueue } from './inbound-mail.types';
import type { InboundMailsRepository } from './inbound-mails.repository';

/** Writes an arriving email to the database. Holds the newest chunk back until it is clear whether it is the last. */
export class ArrivingMail {
  /** Null until the first write. */
  private id: string | null = null;
  private sizeBytes = 0;
  private newest: Buffer | null = null;

  constructor(
    private readonly mails: InboundMailsRepository,
    readonly envelopeSender: string | null,
    /** The id that the caller has promised for the email. */
    private readonly promisedId?: string,
  ) {}

  async add(chunk: Buffer): Promise<void> {
    if (this.newest) await this.write(this.newest);
    this.newest = chunk;
  }

  /** Completes the email in the caller's transaction and returns its id. */
  async finish(mail: ArrivedMail, place: MailPlaceInQueue): Promise<string> {
    const id = await this.write(this.newest);
    await this.mails.finishArriving(id, mail, place);
    return id;
  }

  /** Deletes the email and its written chunks. */
  async drop(): Promise<void> {
    if (this.id !== null) await this.mails.deleteArriving(this.id);
  }

  /** Null for an email without bytes. */
  private async write(chunk: Buffer | null): Promise<string> {
    this.id ??= await this.mails.insertArriving(this.envelopeSender, this.promisedId);
    if (chunk) await this.mails.appendChunk(this.id, this.sizeBytes, chunk);
    this.sizeBytes += chunk?.length ?? 0;
    return this.id;
  }
}
