import type { ArrivedMail, MailPlaceInQueue } from './inbound-mail.types';
import type { InboundMailsRepository } from './inbound-mails.repository';

/** One mail on its way into the database. The newest chunk is kept back until it is known whether it is the last. */
export class ArrivingMail {
  /** Null while nothing is written. */
  private id: string | null = null;
  private sizeBytes = 0;
  private newest: Buffer | null = null;

  constructor(
    private readonly mails: InboundMailsRepository,
    readonly envelopeSender: string | null,
  ) {}

  async add(chunk: Buffer): Promise<void> {
    if (this.newest) await this.write(this.newest);
    this.newest = chunk;
  }

  /** Joins the caller's transaction; the id of the mail. */
  async finish(mail: ArrivedMail, place: MailPlaceInQueue): Promise<string> {
    const id = await this.write(this.newest);
    await this.mails.finishArriving(id, mail, place);
    return id;
  }

  /** With what has been written of it. */
  async drop(): Promise<void> {
    if (this.id !== null) await this.mails.deleteArriving(this.id);
  }

  /** Null: a mail of no bytes. */
  private async write(chunk: Buffer | null): Promise<string> {
    this.id ??= await this.mails.insertArriving(this.envelopeSender);
    if (chunk) await this.mails.appendChunk(this.id, this.sizeBytes, chunk);
    this.sizeBytes += chunk?.length ?? 0;
    return this.id;
  }
}
