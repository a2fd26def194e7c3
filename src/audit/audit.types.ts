import type { AuditEntry } from './audit-entry.entity';

/** An entry with the name of its actor as it is now. Null once the account or key is gone. */
export interface NamedEntry {
  readonly entry: AuditEntry;
  readonly actorName: string | null;
}

/** The entries to list. All given conditions must hold. */
export interface EntryFilter {
  readonly actorAccountId?: string;
  readonly credentialId?: string;
  readonly keyId?: string;
  readonly operationId?: string;
  readonly subjectType?: string;
  readonly subjectId?: string;
  readonly outcome?: AuditEntry['outcome'];
  readonly from?: Date;
  readonly to?: Date;
}
