import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../common/database/page';
import { CooperativeYield } from '../../common/jobs/cooperative-yield';
import { JsonText } from '../../common/request/json-text';
import type { WorkspaceScope } from '../../common/request/principal';
import { renderedBlocks } from '../../common/text/rendered-blocks';
import { ConversationQueries } from '../../conversations/conversation-queries.service';
import { isMarkdown } from '../../conversations/conversation.types';
import { InboxNotesService } from '../notes/inbox-notes.service';
import type { ConversationItem } from './message.types';
import { MessagesRepository } from './messages.repository';

/** Of the event loop at once, for the blocks of a page. */
const RENDERING_MS = 5;

/** The messages and notes of conversations, as members read them. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly messages: MessagesRepository,
    private readonly conversations: ConversationQueries,
    private readonly notes: InboxNotesService,
  ) {}

  /** A page, newest first, as JSON. The caller sees the conversation. */
  async page({ workspaceId }: WorkspaceScope, conversationId: string, request: PageRequest): Promise<JsonText> {
    const { rows, nextCursor } = await this.messages.page(workspaceId, conversationId, request);
    const messages: string[] = [];
    const yielding = new CooperativeYield(RENDERING_MS);
    for (const { message, ...row } of rows) {
      if (yielding.isDue) await yielding.now();
      const blocks = isMarkdown(row) ? renderedBlocks(row.content) : null;
      messages.push(`${message.slice(0, -1)},"blocks":${JSON.stringify(blocks)}}`);
    }
    return new JsonText(`{"messages":[${messages.join()}],"nextCursor":${JSON.stringify(nextCursor)}}`);
  }

  /** A message or a note of a conversation. */
  async find(workspaceId: string, conversationId: string, id: string): Promise<ConversationItem | null> {
    const message = await this.conversations.findMessage(workspaceId, conversationId, id);
    if (message) return message;
    const note = await this.notes.find(workspaceId, conversationId, id);
    return note && { id: note.id, role: 'note', authorMemberId: note.authorMemberId, createdAt: note.createdAt };
  }
}
