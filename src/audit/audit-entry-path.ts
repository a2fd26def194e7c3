import { Injectable } from '@nestjs/common';
import { PathResources } from '../common/auth/path-resources';
import { AuditReadsRepository } from './audit-reads.repository';

/** The entry of a path, in the workspace of the path. */
@Injectable()
export class AuditEntryPath {
  constructor(resources: PathResources, entries: AuditReadsRepository) {
    resources.register('entryId', async (id, { scope }) => scope !== null && entries.exists(scope.workspaceId, id));
  }
}
