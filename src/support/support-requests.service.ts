import { Injectable } from '@nestjs/common';
import { newId } from '../common/database/uuid';
import { excerpt } from '../common/text/excerpt';
import { SupportRequestsRepository } from './support-requests.repository';

/** Longest subject, in code points. */
const SUBJECT_LENGTH = 200;

/** Support requests as the hand-over of a chat needs them. Joins the caller's transaction. */
@Injectable()
export class SupportRequestsService {
  constructor(private readonly requests: SupportRequestsRepository) {}

  /** How many came of these conversations. */
  countOf(workspaceId: string, conversationIds: readonly string[]): Promise<number> {
    return this.requests.countOf(workspaceId, conversationIds);
  }

  /** Erases what came of these conversations, which the caller has locked; their number. */
  eraseOf(workspaceId: string, conversationIds: readonly string[]): Promise<number> {
    return this.requests.eraseOf(workspaceId, conversationIds);
  }

  /** The oldest live request of a conversation, or null. */
  findLive(workspaceId: string, conversationId: string): Promise<string | null> {
    return this.requests.findLive(workspaceId, conversationId);
  }

  /** The live request of a conversation, opened where there is none. The caller holds the conversation's lock. */
  async ensureLive(input: {
    workspaceId: string;
    conversationId: string;
    agentId: string;
    subject: string;
  }): Promise<string> {
    const live = await this.requests.findLive(input.workspaceId, input.conversationId);
    if (live) return live;
    const id = newId();
    await this.requests.insert({ ...input, id, subject: excerpt(input.subject, SUBJECT_LENGTH) });
    return id;
  }
}
