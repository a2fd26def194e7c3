import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataDirProblem, makeFolder } from '../../config/data-dir';
import type { Settings } from '../../config/load-settings';
import { logger } from '../logging/logger';
import type { Delivery } from './delivery.types';
import { MailTransport, type OutgoingMail } from './mail-transport';

/** The most files in the folder. Strangers can cause emails, so the number must be bounded. */
const MOST_KEPT = 10_000;
/** The folder is cleaned up after this number of emails. */
const LOOK_EVERY = 100;

/**
 * Creates the folder for emails of an installation without a mail server.
 *
 * @throws CannotStart if the folder is not writable
 */
export function prepareMailFolder({ values: { SMTP_URL, RUN_WORKER, DATA_DIR } }: Settings): void {
  if (SMTP_URL || RUN_WORKER === 'no') return;
  try {
    makeFolder(mailFolder(DATA_DIR), 0o700);
  } catch (error) {
    throw dataDirProblem(error, DATA_DIR);
  }
}

export function mailFolder(dataDir: string): string {
  return join(dataDir, 'mail');
}

/**
 * Delivers emails without a mail server: writes an .eml file for each to DATA_DIR/mail, readable by this user only. File names sort
 * by time. A file appears whole or not at all, and the oldest files are deleted if there are too many.
 */
export class FileTransport extends MailTransport {
  private written = 0;

  constructor(
    private readonly folder: string,
    private readonly mostFiles = MOST_KEPT,
  ) {
    super();
  }

  protected async attempt(mail: OutgoingMail, handingOver: () => Promise<void>): Promise<Delivery> {
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      const name = `${mail.createdAt.toISOString().replace(/[-:.]/g, '')}-${mail.id}`;
      const draft = join(this.folder, `.${name}`);
      await writeFile(draft, mail.bytes, { mode: 0o600, flush: true });
      await handingOver();
      await rename(draft, join(this.folder, `${name}.eml`));
      if (this.written++ % LOOK_EVERY === 0) await this.removeOldest();
      return { outcome: 'sent', serverMessageId: null };
    } catch (error) {
      logger.warn({ err: error, mail: mail.id }, 'mail file not written');
      const text = (error as NodeJS.ErrnoException).code ?? 'unknown';
      const failure = { class: 'unreachable', smtpCode: null, enhancedCode: null, text } as const;
      return { outcome: 'refused', final: false, failure };
    }
  }

  private async removeOldest(): Promise<void> {
    const names = (await readdir(this.folder)).filter((name) => name.endsWith('.eml')).sort();
    for (const name of names.slice(0, -this.mostFiles)) await rm(join(this.folder, name), { force: true });
  }
}
