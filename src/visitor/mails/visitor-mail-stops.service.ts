import { Injectable } from '@nestjs/common';
import { mailboxOf } from '../../common/mail/mailbox';
import { Seal } from '../../common/secrets/seal';
import { Settings } from '../../config/load-settings';
import { VisitorMailStopKeysService } from './visitor-mail-stop-keys.service';
import { VisitorMailsRepository } from './visitor-mails.repository';

/** Mailboxes that want no mail about chats. The owner of any mailbox can stop them, since a visitor may have typed any address. */
@Injectable()
export class VisitorMailStopsService {
  private readonly seal: Seal;

  constructor(
    private readonly mails: VisitorMailsRepository,
    private readonly keys: VisitorMailStopKeysService,
    private readonly settings: Settings,
  ) {
    this.seal = new Seal(settings.values, 'visitor-mail-stop');
  }

  async isStopped(workspaceId: string, email: string): Promise<boolean> {
    return this.mails.existsStop(workspaceId, await this.keys.fingerprints(mailboxOf(email)));
  }

  /** Where mail to this address from this workspace is ended, in this language. It holds as long as the key is given. */
  linkFor(workspaceId: string, email: string, language: string): string {
    const token = this.seal.sealToken(`${workspaceId} ${this.keys.fingerprint(mailboxOf(email)).toString('hex')}`);
    return `${this.settings.visitorUrl}/visitor-mails/stop?token=${token}&lang=${language}`;
  }

  /** null: this service has issued no such token under its SECRET_KEY. */
  read(token: string): { workspaceId: string; mailbox: Buffer } | null {
    const [workspaceId, mailbox] = this.seal.openToken(token)?.split(' ') ?? [];
    return workspaceId && mailbox ? { workspaceId, mailbox: Buffer.from(mailbox, 'hex') } : null;
  }

  /** @returns whether the token is one of this service */
  async stop(token: string): Promise<boolean> {
    const read = this.read(token);
    if (read) await this.mails.insertStop(read.workspaceId, read.mailbox);
    return read !== null;
  }
}
