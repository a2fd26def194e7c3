import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../common/database/page';
import { JsonText } from '../../common/request/json-text';
import type { WorkspaceScope } from '../../common/request/principal';
import { MessagesRepository } from './messages.repository';

/** What was said in a conversation and what members noted in between, as members read it. */
@Injectable()
export class MessagesService {
  constructor(private readonly messages: MessagesRepository) {}

  /** A page of a conversation that the caller sees, newest first, as JSON. */
  async page({ workspaceId }: WorkspaceScope, conversationId: string, request: PageRequest): Promise<JsonText> {
    const { rows, nextCursor } = await this.messages.page(workspaceId, conversationId, request);
    const messages = rows.map(({ message }) => message).join();
    return new JsonText(`{"messages":[${messages}],"nextCursor":${JSON.stringify(nextCursor)}}`);
  }
}
