import { Injectable } from '@nestjs/common';
import { workspaceParameter } from '../common/auth/membership.sql';
import { advisoryLock } from '../common/database/advisory-lock';
import { type Page, pageOf, type PageRequest } from '../common/database/page';
import { LookUps } from '../common/database/look-ups';
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
 * The tables account_credentials and account_credential_events. Credentials are found only by their secret or by
 * account, so no account reaches those of another. Events are appended only to credentials that were found.
 */
@Injectable()
export class CredentialsRepository {
  constructor(
    private readonly work: UnitOfWork,
    private readonly lookUps: LookUps,
  ) {}

  /** The credential with this secret in any state, and the membership of the workspace in the path. */
  findLive(secretHash: Buffer, workspaceId: string | null): Promise<LiveCredential | null> {
    return this.lookUps.find(FIND_LIVE_CREDENTIAL, [secretHash, workspaceParameter(workspaceId)]);
  }

  /** Includes its history. One statement. */
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

  /** Newest first, including histories. One statement. */
  async page(accountId: string, { limit, cursor }: PageRequest): Promise<Page<Credential>> {
    const read = (most: number): Promise<Credential[]> =>
      this.work.query<Credential>(PAGE_CREDENTIALS, [accountId, cursor ?? null, most]);
    const { rows, nextCursor } = await pageOf(limit, read, ({ id }) => id);
    return { rows: rows.map(withDates), nextCursor };
  }

  /**
   * The ids of the ancestors of a credential, nearest first. Here and below, the limit on issuing bounds their number:
   * an active credential and its ancestors were issued in the last 24 hours.
   */
  async listAncestors(accountId: string, id: string): Promise<string[]> {
    return idsOf(await this.work.query(LIST_ANCESTORS, [accountId, id]));
  }

  /** The ids of all active descendants of a credential. */
  async listActiveDescendants(accountId: string, id: string): Promise<string[]> {
    return idsOf(await this.work.query(LIST_ACTIVE_DESCENDANTS, [accountId, id, null]));
  }

  /** The ids of the active descendants that have none of the credential's scopes. */
  async listStrippedDescendants({ accountId, id, scopes }: Credential): Promise<string[]> {
    return idsOf(await this.work.query(LIST_ACTIVE_DESCENDANTS, [accountId, id, scopes]));
  }

  /**
   * Locks the credentials of an account until the transaction ends. One lock for the whole family needs no lock order,
   * and no child can be issued while its parent or another ancestor is being revoked.
   */
  lockAll(accountId: string): Promise<void> {
    return advisoryLock(this.work, `account-credentials:${accountId}`);
  }

  /** Returns the id. The caller appends the event to the history. */
  async insert(credential: NewCredential, at: Date): Promise<string> {
    const id = newId();
    await this.work.manager.insert(AccountCredential, { ...credential, id, createdAt: at, updatedAt: at });
    return id;
  }

  /** The caller appends the event to the history. */
  async update(accountId: string, ids: readonly string[], change: Partial<AccountCredential>, at: Date): Promise<void> {
    await this.work.manager
      .createQueryBuilder()
      .update(AccountCredential)
      .set({ ...change, updatedAt: at })
      .where('account_id = :accountId AND id = ANY (:ids)', { accountId, ids })
      .execute();
  }

  /**
   * Removes from every active descendant the scopes and time that the credential lacks. Returns the ids of the changed
   * ones.
   */
  async narrowDescendants({ accountId, id, scopes, expiresAt }: Credential, at: Date): Promise<string[]> {
    return idsOf(await this.work.query(NARROW_ACTIVE_DESCENDANTS, [accountId, id, scopes, expiresAt, at]));
  }

  /** Appends one event to the history of each credential. */
  async append(credentialIds: readonly string[], kind: EventKind, by: Actor, at: Date): Promise<void> {
    if (credentialIds.length === 0) return;
    const eventIds = credentialIds.map(() => newId());
    await this.work.query(APPEND_EVENTS, [eventIds, credentialIds, kind, at, by.kind, by.id]);
  }
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

/** The history comes as JSON, which has instants as text. */
function withDates(row: Credential): Credential {
  return { ...row, history: row.history.map((event) => ({ ...event, at: new Date(event.at) })) };
}
