import type { Client } from 'pg';
import { BackupRefused, DamagedBackup } from '../backup.errors';
import { isAccount } from './account-line';
import type { AccountLine } from './workspace-file';
import { FIND_ACCOUNT, FIND_NO_MEMBER, INSERT_ACCOUNT } from './workspace.sql';

/** The most accounts of one workspace, all of them in memory. */
const MOST_ACCOUNTS = 10_000;

/**
 * Matches the members of the exported workspace to accounts here: an account with the same verified email is the same
 * person. The others get an account without a password, which only the reader of the mailbox can set.
 */
export class MatchedAccounts {
  /** By their ids in the file. */
  readonly ids = new Map<string, string>();
  readonly created: string[] = [];

  constructor(
    private readonly client: Client,
    private readonly path: string,
  ) {}

  /** @throws BackupRefused if the email is unverified, or no registration could have created the account */
  async match(account: AccountLine): Promise<void> {
    if (!isAccount(account) || this.ids.has(account.id)) throw new DamagedBackup(this.path);
    if (this.ids.size === MOST_ACCOUNTS) {
      throw new BackupRefused(`${this.path} has more than ${MOST_ACCOUNTS} accounts. Nothing was changed.`);
    }
    const { id, email, name, verifiedAt } = account;
    if (verifiedAt === null) {
      throw new BackupRefused(`The email ${email} was never verified in the exported workspace. Nothing was changed.`);
    }
    const { rows } = await this.client.query<{ id: string; verified: boolean }>(FIND_ACCOUNT, [email]);
    const [there] = rows;
    if (there?.verified === false) {
      throw new BackupRefused(
        `The account of ${email} is not verified here, so it may belong to another person. Nothing was changed.`,
      );
    }
    this.ids.set(id, there?.id ?? id);
    if (there) return;
    await this.client.query(INSERT_ACCOUNT, [id, email, name, verifiedAt]);
    this.created.push(email);
  }

  /** A file must not create accounts of people outside its workspace. @throws BackupRefused */
  async ensureMembers(workspaceId: string): Promise<void> {
    const { rows } = await this.client.query<{ email: string }>(FIND_NO_MEMBER, [workspaceId, [...this.ids.values()]]);
    const [other] = rows;
    if (!other) return;
    throw new BackupRefused(`${this.path} names ${other.email}, who is not a member. Nothing was changed.`);
  }
}
