import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { AttachmentsService } from './attachments.service';

/** The attachment of a path, of the message of the path. */
@Injectable()
export class AttachmentPath {
  constructor(resources: PathResources, attachments: AttachmentsService) {
    resources.register('attachmentId', async (attachmentId, { scope, parameters }) => {
      if (!scope) return false;
      const { conversationId = '', messageId = '' } = parameters;
      return attachments.exists({ workspaceId: scope.workspaceId, conversationId, messageId, attachmentId });
    });
  }
}
