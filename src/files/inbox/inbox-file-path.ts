import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import type { Member } from '../../common/request/principal';
import { FilesService } from '../files.service';

/** The file of a path: one that the member has uploaded, and that no message carries. */
@Injectable()
export class InboxFilePath {
  constructor(resources: PathResources, files: FilesService) {
    resources.register('inboxFileId', async (id, { scope }) => {
      const memberId = scope && (scope as Partial<Member>).memberId;
      return memberId ? files.existsUnused(scope.workspaceId, `member:${memberId}`, id) : false;
    });
  }
}
