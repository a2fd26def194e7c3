import { Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import { AccountsService } from '../accounts/accounts.service';
import type { Page, PageRequest } from '../common/database/page';
import { required } from '../common/errors/required';
import type { AccountPrincipal, WorkspaceScope } from '../common/request/principal';
import { KeysService } from '../workspaces/keys/keys.service';
import type { AuditBatch } from './audit-batch.entity';
import { AuditBatchesRepository } from './audit-batches.repository';
import type { AuditEntry } from './audit-entry.entity';
import { AuditReadsRepository } from './audit-reads.repository';
import type { EntryFilter, NamedEntry } from './audit.types';

/** Reads the audit log of a workspace, and what an account has done outside of workspaces. */
@Injectable()
export class AuditLogService {
  constructor(
    private readonly entries: AuditReadsRepository,
    private readonly batches: AuditBatchesRepository,
    private readonly accounts: AccountsService,
    private readonly keys: KeysService,
  ) {}

  /** Newest first, unsealed ones included. */
  async page({ workspaceId }: WorkspaceScope, filter: EntryFilter, page: PageRequest): Promise<Page<NamedEntry>> {
    const { rows, nextCursor } = await this.entries.page(workspaceId, filter, page);
    return { rows: await this.named(workspaceId, rows), nextCursor };
  }

  /** @throws NotFound 404 */
  async get({ workspaceId }: WorkspaceScope, id: string): Promise<NamedEntry> {
    const [entry] = await this.named(workspaceId, [required(await this.entries.find(workspaceId, id))]);
    return entry!;
  }

  /** The newest sealed batch. @throws NotFound 404 before the first */
  async head({ workspaceId }: WorkspaceScope): Promise<AuditBatch> {
    return required(await this.batches.findHead(workspaceId));
  }

  /** What the account itself has done outside of workspaces, and failed attempts to sign in to it. Newest first. */
  async activity({ accountId }: AccountPrincipal, page: PageRequest): Promise<Page<NamedEntry>> {
    const { rows, nextCursor } = await this.entries.page(NIL, { actorAccountId: accountId }, page);
    return { rows: await this.named(NIL, rows), nextCursor };
  }

  private async named(workspaceId: string, rows: readonly AuditEntry[]): Promise<NamedEntry[]> {
    const accountIds = [...new Set(rows.flatMap(({ byAccount }) => byAccount ?? []))];
    const keyIds = new Set(rows.flatMap(({ keyId }) => keyId ?? []));
    const accounts = accountIds.length > 0 ? await this.accounts.listNames(accountIds) : new Map<string, string>();
    const keys = keyIds.size > 0 ? await this.keys.list(workspaceId) : [];
    const names = new Map([...accounts, ...keys.map(({ id, name }) => [id, name] as const)]);
    return rows.map((entry) => ({ entry, actorName: names.get(entry.byAccount ?? entry.keyId ?? '') ?? null }));
  }
}
