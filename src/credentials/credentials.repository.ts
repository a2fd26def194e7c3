import { Injectable } from '@nestjs/common';
import { workspaceParameter } from '../common/auth/membership.sql';
import { advisoryLock } from '../common/database/advisory-lock';
import { type Page, pageOf, type PageRequest } from '../common/database/page';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId, uuidOrNil } from '../common/database/uuid';
import { required } from '../common/errors/required';
import { AccountCredential } from './account-credential.entity';
import type { EventKind } from './credential-event.entity';
import type { Actor, Credential, LiveCredential, NewCredential } from './credential.types';
import {
  APPEND_EVENTS,
  FIND_CREDENTIAL,
  FIND_LIVE_CREDENTIAL,
  LIST_ACTIVE_DESCENDANTS,
  LIST_ANCESTORS,
  NARROW_ACTIVE_DESCENDANTS,
  PAGE_CREDENTIALS,
} from './credentials.sql';

/**
 * The tables account_credentials and account_credential_events. Credentials are only found by their secret or by account,
 * so nobody reaches another one's; events are appended to those that were found.
 */
@Injectable()
export class CredentialsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** The one with this secret in whatever state, with the membership of the workspace in the path. */
  async findLive(secretHash: Buffer, workspaceId: string | null): Promise<LiveCredential | null> {
    const parameters = [secretHash, workspaceParameter(workspaceId)];
    const [credential] = await this.work.prepared<LiveCredential>(FIND_LIVE_CREDENTIAL, parameters);
    return credential ?? null;
  }

  /** With its history. One statement. */
  async find(accountId: string, id: string): Promise<Credential | null> {
    const [row] = await this.work.query<Credential>(FIND_CREDENTIAL, [accountId, id]);
    return row ? withDates(row) : null;
  }

  async require(accountId: string, id: string): Promise<Credential> {
    return required(await this.find(accountId, id));
  }

  async exists(accountId: string, id: string): Promise<boolean> {
    return this.work.manager.existsBy(AccountCredential, { accountId, id: uuidOrNil(id) });
  }

  /** Newest first. One statement, histories included. */
  async page(accountId: string, { limit, cursor }: PageRequest): Promise<Page<Credential>> {
    const read = (most: number): Promise<Credential[]> =>
      this.work.query<Credential>(PAGE_CREDENTIALS, [accountId, cursor ?? null, most]);
    const { rows, nextCursor } = await pageOf(limit, read, ({ id }) => id);
    return { rows: rows.map(withDates), nextCursor };
  }

  /**
   * The ids of the credentials that a credential descends from, nearest first. Here and below, the limit on issuing bounds
   * how many there are: what is active was issued in the last 24 hours, and so was what it descends from.
   */
  async listAncestors(accountId: string, id: string): Promise<string[]> {
    return idsOf(await this.work.query(LIST_ANCESTORS, [accountId, id]));
  }

  /** The ids of all active ones that descend from a credential. */
  async listActiveDescendants(accountId: string, id: string): Promise<string[]> {
    return idsOf(await this.work.query(LIST_ACTIVE_DESCENDANTS, [accountId, id, null]));
  }

  /** Those of them that have none of the credential's scopes. */
  async listStrippedDescendants({ accountId, id, scopes }: Credential): Promise<string[]> {
    return idsOf(await this.work.query(LIST_ACTIVE_DESCENDANTS, [accountId, id, scopes]));
  }

  /**
   * Lets one transaction at a time change the credentials of an account; held to its end. With one lock for a whole
   * family there is no order to get wrong, and no child can be born while its parent, or a parent of that, is dying.
   */
  lockAll(accountId: string): Promise<void> {
    return advisoryLock(this.work, `account-credentials:${accountId}`);
  }

  /** Returns the id. The caller appends the event that tells of it. */
  async insert(credential: NewCredential, at: Date): Promise<string> {
    const id = newId();
    await this.work.manager.insert(AccountCredential, { ...credential, id, createdAt: at, updatedAt: at });
    return id;
  }

  /** The caller appends the event that tells of it. */
  async update(accountId: string, ids: readonly string[], change: Partial<AccountCredential>, at: Date): Promise<void> {
    await this.work.manager
      .createQueryBuilder()
      .update(AccountCredential)
      .set({ ...change, updatedAt: at })
      .where('account_id = :accountId AND id = ANY (:ids)', { accountId, ids })
      .execute();
  }

  /** Takes from every active descendant what the credential does not have. Returns the ids of those that lost something. */
  async narrowDescendants({ accountId, id, scopes, expiresAt }: Credential, at: Date): Promise<string[]> {
    return idsOf(await this.work.query(NARROW_ACTIVE_DESCENDANTS, [accountId, id, scopes, expiresAt, at]));
  }

  /** One event to the history of each credential. */
  async append(credentialIds: readonly string[], kind: EventKind, by: Actor, at: Date): Promise<void> {
    if (credentialIds.length === 0) return;
    const eventIds = credentialIds.map(() => newId());
    await this.work.query(APPEND_EVENTS, [eventIds, credentialIds, kind, at, by.kind, by.id]);
  }
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

/** The history comes as JSON, where instants are text. */
function withDates(row: Credential): Credential {
  return { ...row, history: row.history.map((event) => ({ ...event, at: new Date(event.at) })) };
}
