import type { Client } from 'pg';
import { BackupRefused } from '../backup.errors';
import type { AccountLine } from './workspace-file';
import { FIND_ACCOUNT, INSERT_ACCOUNT } from './workspace.sql';

/**
 * The accounts here of the people who are members there: a verified email says who is the same. Others get an account without a
 * password, which only who reads that mailbox can set.
 */
export class MatchedAccounts {
  /** By the ids that they have in the file. */
  readonly ids = new Map<string, string>();
  readonly created: string[] = [];

  constructor(private readonly client: Client) {}

  /** @throws BackupRefused where nobody knows whose the email is */
  async match({ id, email, name, verifiedAt }: AccountLine): Promise<void> {
    if (verifiedAt === null) {
      throw new BackupRefused(`The email ${email} was never verified where it comes from. Nothing was changed.`);
    }
    const { rows } = await this.client.query<{ id: string; verified: boolean }>(FIND_ACCOUNT, [email]);
    const [there] = rows;
    if (there?.verified === false) {
      throw new BackupRefused(
        `The account of ${email} is not verified here, so it may be somebody else's. Nothing was changed.`,
      );
    }
    this.ids.set(id, there?.id ?? id);
    if (there) return;
    await this.client.query(INSERT_ACCOUNT, [id, email, name, verifiedAt]);
    this.created.push(email);
  }
}
