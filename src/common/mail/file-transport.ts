import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { logger } from '../logging/logger';
import { type Delivery, MailTransport, type OutgoingMail } from './mail-transport';

/**
 * Mail without a mail server: one .eml file each in DATA_DIR/mail, readable by this user only. Names sort by time; a file
 * appears whole or not at all.
 */
export class FileTransport extends MailTransport {
  readonly longestSeconds = 30;

  constructor(private readonly folder: string) {
    super();
  }

  async send(mail: OutgoingMail): Promise<Delivery> {
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      const name = `${mail.createdAt.toISOString().replace(/[-:.]/g, '')}-${mail.id}`;
      const draft = join(this.folder, `.${name}`);
      await writeFile(draft, mail.bytes, { mode: 0o600, flush: true });
      await rename(draft, join(this.folder, `${name}.eml`));
      return { outcome: 'sent' };
    } catch (error) {
      logger.warn({ err: error, mail: mail.id }, 'mail file not written');
      return { outcome: 'refused', final: false, reason: (error as NodeJS.ErrnoException).code ?? 'unknown' };
    }
  }
}
