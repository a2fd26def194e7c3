import type { NewAuditEntry } from './audit.types';

/** The table of the audit log, which the feature audit owns. */
export abstract class AuditLog {
  /** One statement, in the running transaction if there is one. */
  abstract append(entry: NewAuditEntry): Promise<void>;
}
