import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { newId } from '../../../common/database/uuid';
import type { WorkspaceScope } from '../../../common/request/principal';
import type { Contact } from '../../contact.entity';
import type { NewContact } from '../../contacts.repository';
import type { Finding, ImportKey, RefusalScope } from '../contact-import.types';
import {
  COLUMNS,
  INSERT_CONTACTS,
  INSERT_REFUSALS,
  LIST_MATCHING_SEQS,
  LOCK_CONTACTS,
  UPDATE_CONTACTS,
} from './bulk-contacts.sql';

/** A locked contact that rows of a batch may be about. */
export interface FoundContact extends NewContact {
  seq: string;
  /** Whether the importing member sees it. */
  visible: boolean;
}

/** Why a row, or a value of it, was refused. */
export interface Refusal extends Finding {
  row: number;
  scope: RefusalScope;
}

/** The values that match rows with contacts. */
export interface Identities {
  externalIds: readonly string[];
  /** Emails of rows with an externalId. They match a contact without an externalId. */
  emailsBeside: readonly string[];
  /** Emails of rows without an externalId. */
  emailsAlone: readonly string[];
}

/** The table contacts as imports write it, thousands of rows at a time, and the rows that they refuse. */
@Injectable()
export class BulkContactsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /**
   * The contacts with these externalIds, and for each email the oldest contact that the member sees. Locks them oldest
   * first, like all code that locks several contacts. Runs one statement, or two if there are any.
   */
  async lockMatching(scope: WorkspaceScope, identities: Identities): Promise<FoundContact[]> {
    const seqs = await this.listMatchingSeqs(scope, identities);
    if (seqs.length === 0) return [];
    return this.work.query<FoundContact>(LOCK_CONTACTS, [scope.workspaceId, scope.agentIds, seqs]);
  }

  private async listMatchingSeqs(
    { workspaceId, agentIds }: WorkspaceScope,
    { externalIds, emailsBeside, emailsAlone }: Identities,
  ): Promise<string[]> {
    const parameters = [workspaceId, agentIds, externalIds, emailsBeside, emailsAlone];
    const rows = await this.work.query<{ seq: string }>(LIST_MATCHING_SEQS, parameters);
    return rows.map(({ seq }) => seq);
  }

  /** Inserts in this order, which becomes the order of creation. */
  async insert(workspaceId: string, contacts: readonly NewContact[]): Promise<void> {
    if (contacts.length === 0) return;
    await this.work.query(INSERT_CONTACTS, [workspaceId, contacts.map(() => newId()), ...columnsOf(contacts)]);
  }

  async update(workspaceId: string, contacts: readonly (NewContact & Pick<Contact, 'seq'>)[]): Promise<void> {
    if (contacts.length === 0) return;
    await this.work.query(UPDATE_CONTACTS, [workspaceId, contacts.map(({ seq }) => seq), ...columnsOf(contacts)]);
  }

  /** Stores refusals up to the limit of the import, which already counts these. */
  async insertRefusals({ workspaceId, id }: ImportKey, refusals: readonly Refusal[]): Promise<void> {
    if (refusals.length === 0) return;
    await this.work.query(INSERT_REFUSALS, [workspaceId, id, JSON.stringify(refusals), refusals.length]);
  }
}

function columnsOf(contacts: readonly NewContact[]): unknown[][] {
  return COLUMNS.map(([, field]) => contacts.map((contact) => elementOf(contact[field])));
}

function elementOf(value: NewContact[keyof NewContact]): string | boolean | null {
  if (Array.isArray(value)) return `{${value.join(',')}}`;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
