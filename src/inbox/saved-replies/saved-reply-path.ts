import { Injectable } from '@nestjs/common';
import { type PathContext, PathResources } from '../../common/auth/path-resources';
import { SavedRepliesRepository } from './saved-replies.repository';

/** The saved reply of a path, in the workspace of the path. A private one is there for its author only. */
@Injectable()
export class SavedReplyPath {
  constructor(resources: PathResources, replies: SavedRepliesRepository) {
    resources.register(
      'savedReplyId',
      async (id, { scope }) => isMember(scope) && replies.exists(scope, id),
      async (id, { scope }) => isMember(scope) && (await replies.find(scope, id))?.authorMemberId === scope.memberId,
    );
  }
}

type Scope = PathContext['scope'];

function isMember(scope: Scope): scope is Extract<Scope, { memberId: string }> {
  return scope !== null && 'memberId' in scope;
}
