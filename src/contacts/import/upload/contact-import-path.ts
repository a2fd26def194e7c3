import { Injectable } from '@nestjs/common';
import { PathResources } from '../../../common/auth/path-resources';
import type { Member } from '../../../common/request/principal';
import { ContactImportsRepository } from './contact-imports.repository';

/** The import of a path: a restricted member sees their own, everybody else all of the workspace. */
@Injectable()
export class ContactImportPath {
  constructor(resources: PathResources, imports: ContactImportsRepository) {
    resources.register('importId', async (id, { scope }) => {
      if (!scope) return false;
      if (scope.agentIds === null) return imports.exists(scope.workspaceId, id, null);
      const { memberId } = scope as Partial<Member>;
      // Restricted, and no member: nobody whose imports there are.
      return memberId !== undefined && imports.exists(scope.workspaceId, id, memberId);
    });
  }
}
