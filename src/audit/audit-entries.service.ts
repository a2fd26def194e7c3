import { Injectable } from '@nestjs/common';
import type { AuditLog } from '../common/audit/audit-log.port';
import type { NewAuditEntry } from '../common/audit/audit.types';
import { AuditEntriesRepository } from './audit-entries.repository';

/** Stores what `src/common/audit` records. */
@Injectable()
export class AuditEntriesService implements AuditLog {
  constructor(private readonly entries: AuditEntriesRepository) {}

  append(entry: NewAuditEntry): Promise<void> {
    return this.entries.append(entry);
  }
}
