import type { Client } from 'pg';
import { BackupRefused, DamagedBackup } from '../backup.errors';
import { isAccount } from './account-line';
import type { AccountLine } from './workspace-file';
import { FIND_ACCOUNT, FIND_NO_MEMBER, INSERT_ACCOUNT } from './workspace.sql';

/** Those of one workspace; they are kept in memory. */
const MOST_ACCOUNTS = 10_000;

/**
 * The accounts here of the people who are members there: a verified email says who is the same. Others get an account without a
 * password, which only who reads that mailbox can set.
 */
export class MatchedAccounts {
  /** By the ids that they have in the file. */
  readonly ids = new Map<string, string>();
  readonly created: string[] = [];

  constructor(
    private readonly client: Client,
    private readonly path: string,
  ) {}

  /** @throws BackupRefused where nobody knows whose the email is, or nobody could have registered the account */
  async match(account: AccountLine): Promise<void> {
    if (!isAccount(account) || this.ids.has(account.id)) throw new DamagedBackup(this.path);
    if (this.ids.size === MOST_ACCOUNTS) {
      throw new BackupRefused(`${this.path} has more than ${MOST_ACCOUNTS} accounts. Nothing was changed.`);
    }
    const { id, email, name, verifiedAt } = account;
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

  /** A file makes no accounts of people who are not in its workspace. @throws BackupRefused */
  async ensureMembers(workspaceId: string): Promise<void> {
    const { rows } = await this.client.query<{ email: string }>(FIND_NO_MEMBER, [workspaceId, [...this.ids.values()]]);
    const [other] = rows;
    if (!other) return;
    throw new BackupRefused(`${this.path} names ${other.email}, who is no member. Nothing was changed.`);
  }
}
