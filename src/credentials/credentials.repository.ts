import { Injectable } from '@nestjs/common';
import { pageOf, type PageRequest } from '../common/database/page';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId, uuidOrNil } from '../common/database/uuid';
import { NotFound } from '../common/errors/domain-error';
import { hashSecret, issueSecret, visiblePrefix } from '../common/secrets/token';
import { AccountCredential } from './credential.entity';
import type { EventKind } from './credential-event.entity';
import type { Actor, Credential, CredentialPage, NewCredential } from './credential.types';
import {
  APPEND_EVENTS,
  FIND_CREDENTIAL,
  LIST_ACTIVE_DESCENDANTS,
  LIST_ANCESTORS,
  LOCK_CREDENTIALS,
  NARROW_ACTIVE_DESCENDANTS,
  PAGE_CREDENTIALS,
} from './credentials.sql';

/**
 * The tables account_credentials and account_credential_events. What begins with a caller names the account, so nobody
 * reaches another one's.
 */
@Injectable()
export class CredentialsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** With its history. One statement. */
  async require(accountId: string, id: string): Promise<Credential> {
    const [row] = await this.work.query<Credential>(FIND_CREDENTIAL, [accountId, id]);
    if (!row) throw new NotFound();
    return withDates(row);
  }

  async exists(accountId: string, id: string): Promise<boolean> {
    return this.work.manager.existsBy(AccountCredential, { accountId, id: uuidOrNil(id) });
  }

  /** Newest first. One statement, histories included. */
  async page(accountId: string, { limit, cursor }: PageRequest): Promise<CredentialPage> {
    const read = (most: number): Promise<Credential[]> =>
      this.work.query<Credential>(PAGE_CREDENTIALS, [accountId, cursor ?? null, most]);
    const { rows, nextCursor } = await pageOf(limit, read, ({ id }) => id);
    return { credentials: rows.map(withDates), nextCursor };
  }

  /** The ids of the credentials that a credential descends from, nearest first. */
  async listAncestors(id: string): Promise<string[]> {
    return idsOf(await this.work.query(LIST_ANCESTORS, [id]));
  }

  /** The ids of all active ones that descend from a credential. */
  async listActiveDescendants(id: string): Promise<string[]> {
    return idsOf(await this.work.query(LIST_ACTIVE_DESCENDANTS, [id, null]));
  }

  /** Those of them that have none of the credential's scopes. */
  async listStrippedDescendants({ id, scopes }: Credential): Promise<string[]> {
    return idsOf(await this.work.query(LIST_ACTIVE_DESCENDANTS, [id, scopes]));
  }

  /**
   * Lets one transaction at a time change the credentials of an account; held to its end. With one lock for a whole
   * family there is no order to get wrong, and no child can be born while its parent, or a parent of that, is dying.
   */
  async lockAll(accountId: string): Promise<void> {
    await this.work.query(LOCK_CREDENTIALS, [accountId]);
  }

  /** Stores a new credential and returns its id with the secret, of which only the hash is kept. */
  async insert(credential: NewCredential, by: Actor, at: Date): Promise<{ id: string; secret: string }> {
    const id = newId();
    const secret = issueSecret('ca_');
    await this.work.manager.insert(AccountCredential, {
      ...credential,
      id,
      secretHash: hashSecret(secret),
      secretPrefix: visiblePrefix(secret),
      createdAt: at,
      updatedAt: at,
    });
    await this.append([id], 'issued', by, at);
    return { id, secret };
  }

  /** The caller appends the event that tells of it. */
  async update(ids: readonly string[], change: Partial<AccountCredential>, at: Date): Promise<void> {
    await this.work.manager
      .createQueryBuilder()
      .update(AccountCredential)
      .set({ ...change, updatedAt: at })
      .where('id = ANY (:ids)', { ids })
      .execute();
  }

  /** Takes from every active descendant what the credential does not have. Returns the ids of those that lost something. */
  async updateDescendants({ id, scopes, expiresAt }: Credential, at: Date): Promise<string[]> {
    return idsOf(await this.work.query(NARROW_ACTIVE_DESCENDANTS, [id, scopes, expiresAt, at]));
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
