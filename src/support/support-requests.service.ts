import { Injectable } from '@nestjs/common';
import { excerpt } from '../common/text/excerpt';
import type { WorkspaceScope } from '../common/request/principal';
import { ConversationsService } from '../inbox/conversations.service';
import type { LiveRequests } from './support-request.dto';
import { SupportRequestsRepository } from './support-requests.repository';

/** Longest subject, in code points. */
const SUBJECT_LENGTH = 200;

/** Support requests as members and the hand-over of a chat need them. Joins the caller's transaction. */
@Injectable()
export class SupportRequestsService {
  constructor(
    private readonly requests: SupportRequestsRepository,
    private readonly conversations: ConversationsService,
  ) {}

  /** How many came of these conversations. */
  countOf(workspaceId: string, conversationIds: readonly string[]): Promise<number> {
    return this.requests.countInConversations(workspaceId, conversationIds);
  }

  /** Erases what came of these conversations, which the caller has locked; their number. */
  eraseOf(workspaceId: string, conversationIds: readonly string[]): Promise<number> {
    return this.requests.deleteInConversations(workspaceId, conversationIds);
  }

  /** Of a conversation that the caller sees. @throws NotFound 404 */
  async listLive(scope: WorkspaceScope, conversationId: string): Promise<LiveRequests> {
    const { id, contactId } = await this.conversations.require(scope, conversationId);
    return { conversationId: id, contactId, requests: await this.requests.listLive(scope.workspaceId, id) };
  }

  /** The id of the oldest live request of a conversation, or null. */
  async findLiveId(workspaceId: string, conversationId: string): Promise<string | null> {
    return (await this.requests.findLive(workspaceId, conversationId))?.id ?? null;
  }

  /** The id of the live request of a conversation, opened where there is none. The caller holds the conversation's lock. */
  async openUnlessLive(input: {
    workspaceId: string;
    conversationId: string;
    agentId: string;
    subject: string;
  }): Promise<string> {
    const { workspaceId, conversationId, agentId, subject } = input;
    const live = await this.findLiveId(workspaceId, conversationId);
    if (live !== null) return live;
    await this.conversations.addLiveRequests(workspaceId, conversationId, 1);
    return this.requests.insert({ workspaceId, conversationId, agentId, subject: excerpt(subject, SUBJECT_LENGTH) });
  }
}
