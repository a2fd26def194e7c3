import { Injectable } from '@nestjs/common';
import { type PathContext, PathResources } from '../../common/auth/path-resources';
import { ViewsRepository } from './views.repository';

/** The view of a path, in the workspace of the path. The author of a private one may change it; shared ones are for admins. */
@Injectable()
export class ViewPath {
  constructor(resources: PathResources, views: ViewsRepository) {
    resources.register(
      'viewId',
      async (id, { scope }) => isMember(scope) && views.exists(scope, id),
      async (id, { scope }) => isMember(scope) && (await views.find(scope, id))?.visibility === 'private',
    );
  }
}

type Scope = PathContext['scope'];

function isMember(scope: Scope): scope is Extract<Scope, { memberId: string }> {
  return scope !== null && 'memberId' in scope;
}
