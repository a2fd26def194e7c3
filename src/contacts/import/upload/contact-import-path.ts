import { Injectable } from '@nestjs/common';
import { PathResources } from '../../../common/auth/path-resources';
import type { Member } from '../../../common/request/principal';
import { ContactImportsRepository } from './contact-imports.repository';

/**
 * Finds the import of a path. A restricted member sees their own imports; other callers see all imports of the
 * workspace.
 */
@Injectable()
export class ContactImportPath {
  constructor(resources: PathResources, imports: ContactImportsRepository) {
    resources.register('importId', async (id, { scope }) => {
      if (!scope) return false;
      if (scope.agentIds === null) return imports.exists(scope.workspaceId, id, null);
      const { memberId } = scope as Partial<Member>;
      // Restricted callers that are not members have no imports.
      return memberId !== undefined && imports.exists(scope.workspaceId, id, memberId);
    });
  }
}
