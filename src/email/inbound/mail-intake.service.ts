import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { CredentialMissing, CredentialUnknown } from '../../common/auth/auth.errors';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { gathered, PIECE_BYTES } from '../../common/http/gathered';
import { BackgroundRunner } from '../../common/jobs/background-runner';
import { NO_WORKSPACE } from '../../common/jobs/turns';
import { hashSecret } from '../../common/secrets/token';
import { Settings } from '../../config/load-settings';
import { MailAddressesService } from '../addresses/mail-addresses.service';
import { ArrivingMail } from './arriving-mail';
import { INBOUND_MAIL_WORK } from './inbound-mail-work';
import type { ArrivedMail, CutShort, MailPlaceInQueue, MailTarget } from './inbound-mail.types';
import { InboundMailsRepository } from './inbound-mails.repository';
import { MailRoutingService } from './mail-routing.service';
import { MailScan } from './mail-scan';

/** The most targets of one email. Each is processed separately. */
const MOST_TARGETS = 20;
/** In order of priority. A conversation comes before the agent that the email was forwarded through. */
const KINDS: readonly string[] = ['conversation', 'bounce', 'intake'];

/** The recipients and the sender in the SMTP envelope. */
export interface MailEnvelope {
  recipients: readonly string[];
  /** Empty for a report. Null if unknown. */
  sender: string | null;
}

/** How an email differs from one that a mail server hands over. */
export interface Arrival {
  /** Only the headers arrived. */
  cutShort?: CutShort | null;
  /** The id that the caller has promised for it. */
  promisedId?: string;
}

/** Stores emails from the mail server. They are parsed later. */
@Injectable()
export class MailIntakeService {
  private readonly secretHash: Buffer | null;

  constructor(
    private readonly mails: InboundMailsRepository,
    private readonly addresses: MailAddressesService,
    private readonly routing: MailRoutingService,
    private readonly work: UnitOfWork,
    private readonly runner: BackgroundRunner,
    { values }: Settings,
  ) {
    this.secretHash = values.MAIL_INBOUND_SECRET === null ? null : hashSecret(values.MAIL_INBOUND_SECRET);
  }

  /** @throws CredentialMissing, CredentialUnknown 401 */
  ensureMailServer(secret: string | undefined): void {
    if (secret === undefined) throw new CredentialMissing();
    if (!this.secretHash || !timingSafeEqual(hashSecret(secret), this.secretHash)) throw new CredentialUnknown();
  }

  /**
   * Stores an email and returns its id, which is that of an earlier delivery of the same email if there was one. A short email is
   * written in one transaction after it has arrived. The chunks of a longer one are written in separate transactions, so that a slow
   * sender does not hold a connection. An incomplete email is deleted.
   *
   * @throws the errors of reading `bytes`
   */
  async take(
    bytes: AsyncIterable<Buffer> | Iterable<Buffer>,
    { recipients, sender }: MailEnvelope,
    { cutShort = null, promisedId }: Arrival = {},
  ): Promise<string> {
    const arriving = new ArrivingMail(this.mails, sender, promisedId);
    const scan = new MailScan();
    try {
      for await (const chunk of gathered(bytes, PIECE_BYTES)) {
        scan.take(chunk);
        await arriving.add(chunk);
      }
      const taken = await this.finish(arriving, { ...scan.end(), cutShort }, scan.addressees, recipients);
      this.runner.wake(INBOUND_MAIL_WORK);
      return taken;
    } catch (error) {
      await arriving.drop();
      throw error;
    }
  }

  private async finish(
    arriving: ArrivingMail,
    mail: ArrivedMail,
    addressees: readonly string[],
    recipients: readonly string[],
  ): Promise<string> {
    const places = await this.placesOf(this.targetsOf(recipients, addressees));
    return this.work.run(async () => {
      await this.mails.lockIdentity(mail.identity);
      const known = await this.mails.listByIdentity(mail.identity);
      const ids: string[] = [];
      let storedId: string | null = null;
      for (const place of places) {
        const { target } = place;
        const before = known.find(({ targetKind, targetId }) => sameTarget(target, targetKind, targetId));
        if (before) ids.push(before.id);
        else if (storedId === null) ids.push((storedId = await arriving.finish(mail, place)));
        else ids.push(await this.mails.copy(storedId, arriving.envelopeSender, mail, place));
      }
      if (storedId === null) await arriving.drop();
      return ids[0]!;
    });
  }

  /** The workspace of all issued addresses among these. {@link NO_WORKSPACE} for several workspaces, or none. */
  async workspaceOf(recipients: readonly string[]): Promise<string> {
    const places = await this.placesOf(this.targetsOf(recipients, []));
    const workspaces = new Set(places.map(({ turnOf }) => turnOf));
    const [only = NO_WORKSPACE] = workspaces;
    return workspaces.size === 1 ? only : NO_WORKSPACE;
  }

  /** The envelope contains the delivery address. Headers only contain the addresses that the sender intended. */
  private targetsOf(recipients: readonly string[], addressees: readonly string[]): MailTarget[] {
    const enveloped = this.issuedOf(recipients);
    const targets = enveloped.length > 0 ? enveloped : this.issuedOf(addressees);
    return targets.length > 0 ? targets.slice(0, MOST_TARGETS) : [null];
  }

  /** Runs sequentially, because an email to hundreds of addresses must not use all connections. */
  private async placesOf(targets: readonly MailTarget[]): Promise<MailPlaceInQueue[]> {
    const places: MailPlaceInQueue[] = [];
    for (const target of targets) places.push({ target, turnOf: await this.routing.findTurn(target) });
    return places;
  }

  private issuedOf(addresses: readonly string[]): NonNullable<MailTarget>[] {
    const found = new Map<string, NonNullable<MailTarget>>();
    for (const address of addresses) {
      const issued = this.addresses.read(address);
      if (issued) found.set(`${issued.kind} ${issued.id}`, issued);
    }
    return [...found.values()].sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  }
}

function sameTarget(target: MailTarget, kind: string | null, id: string | null): boolean {
  return (target?.kind ?? null) === kind && (target?.id ?? null) === id;
}
