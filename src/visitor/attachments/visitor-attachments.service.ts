import { Injectable } from '@nestjs/common';
import type { VisitorPrincipal } from '../../common/request/principal';
import { ConversationQueries } from '../../conversations/conversation-queries.service';
import { AttachmentsService, type ReadableFile } from '../../inbox/attachments/attachments.service';
import { OwnConversationsService } from '../conversations/own-conversations.service';
import { VisitorLimits } from '../visitor-limits';

export interface VisitorFileKey {
  conversationId: string;
  messageId: string;
  attachmentId: string;
}

/** Files of the messages that a visitor sees. */
@Injectable()
export class VisitorAttachmentsService {
  constructor(
    private readonly own: OwnConversationsService,
    private readonly conversations: ConversationQueries,
    private readonly attachments: AttachmentsService,
    private readonly limits: VisitorLimits,
  ) {}

  /** Whether the visitor sees the message: of others, and of replies that are not sent, there are no files for them. */
  async isShown({ workspaceId }: VisitorPrincipal, conversationId: string, messageId: string): Promise<boolean> {
    return (await this.conversations.listShown(workspaceId, conversationId, [messageId])).length > 0;
  }

  exists({ workspaceId }: VisitorPrincipal, key: VisitorFileKey): Promise<boolean> {
    return this.attachments.exists({ workspaceId, ...key });
  }

  /** @throws NotFound 404, NotPreviewable 400, VisitorRefused 403, RateLimited 429 */
  async file(visitor: VisitorPrincipal, key: VisitorFileKey, options: { preview: boolean }): Promise<ReadableFile> {
    await this.limits.downloaded(visitor);
    const { workspaceId } = await this.own.require(visitor, key.conversationId);
    return this.attachments.file({ workspaceId, ...key }, options);
  }
}
