import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../common/database/page';
import { JsonText } from '../../common/request/json-text';
import type { WorkspaceScope } from '../../common/request/principal';
import type { NamedMessage } from './message.types';
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

  /** A message or a note of a conversation. */
  find(workspaceId: string, conversationId: string, id: string): Promise<NamedMessage | null> {
    return this.messages.find(workspaceId, conversationId, id);
  }

  /** When the customer wrote for the first time after a message; null: not yet. What programs and blocked people write is not counted. */
  findFirstFromCustomerAfter(workspaceId: string, conversationId: string, messageId: string): Promise<Date | null> {
    return this.messages.findFirstFromCustomerAfter(workspaceId, conversationId, messageId);
  }
}
