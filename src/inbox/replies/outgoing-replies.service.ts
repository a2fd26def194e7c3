import { Injectable } from '@nestjs/common';
import { required } from '../../common/errors/required';
import { ConversationQueries } from '../../conversations/conversation-queries.service';
import { CarriedFilesService } from '../../files/carried-files.service';
import { RepliesRepository } from './replies.repository';
import type { OutgoingReply, ReplyEnvelope } from './reply-mail.port';
import type { ReplyKey, ReplyRecipient } from './reply.types';

/** Reads what a claimed reply sends: the revision that its claim has fixed, with its files. */
@Injectable()
export class OutgoingReplies {
  constructor(
    private readonly replies: RepliesRepository,
    private readonly conversations: ConversationQueries,
    private readonly files: CarriedFilesService,
  ) {}

  /** @throws NotFound if the reply was erased, FileNotReady, FileInfected: nothing unscanned leaves */
  async read(
    claim: ReplyKey & { revision: number; visible: readonly ReplyRecipient[] | null },
    envelope: ReplyEnvelope,
  ): Promise<OutgoingReply> {
    const { workspaceId, conversationId, messageId, revision } = claim;
    const { createdAt } = required(await this.conversations.findMessage(workspaceId, conversationId, messageId));
    const { content } = await this.replies.requireRevision(claim, revision);
    const attachments = await this.files.listWhole(claim);
    const visible = claim.visible ?? [];
    return { workspaceId, conversationId, messageId, revision, content, attachments, createdAt, envelope, visible };
  }
}
