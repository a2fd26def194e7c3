import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { isUuid } from '../../common/database/uuid';
import { VisitorAttachmentsService } from './visitor-attachments.service';

/** The message and the file of a visitor's path: a message that they do not see is not found, and neither are its files. */
@Injectable()
export class VisitorAttachmentPath {
  constructor(resources: PathResources, files: VisitorAttachmentsService) {
    resources.registerForVisitors('messageId', async (id, { principal, parameters }) => {
      if (principal.kind !== 'visitor' || !isUuid(id)) return false;
      return files.isShown(principal, parameters['conversationId'] ?? '', id);
    });
    resources.registerForVisitors('attachmentId', async (attachmentId, { principal, parameters }) => {
      if (principal.kind !== 'visitor') return false;
      const { conversationId = '', messageId = '' } = parameters;
      return files.exists(principal, { conversationId, messageId, attachmentId });
    });
  }
}
