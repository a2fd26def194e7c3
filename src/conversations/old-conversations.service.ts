import { Injectable } from '@nestjs/common';
import { OldConversationsRepository } from './old-conversations.repository';

/** Conversations that have been closed for some days of 24 hours, without a live support request. */
@Injectable()
export class OldConversationsService {
  constructor(private readonly conversations: OldConversationsRepository) {}

  /** How many there are; `most` where there are more. */
  count(workspaceId: string, days: number, most: number): Promise<number> {
    return this.conversations.count(workspaceId, days, most);
  }

  /** The oldest ones, at most `most`, with their agents. */
  list(workspaceId: string, days: number, most: number): Promise<{ id: string; agentId: string }[]> {
    return this.conversations.list(workspaceId, days, most);
  }

  /** Those of these that are old and not opened again meanwhile, locked: no turn goes on in them. Joins the caller's transaction. */
  lock(workspaceId: string, days: number, ids: readonly string[]): Promise<string[]> {
    return this.conversations.listLocked(workspaceId, days, ids);
  }
}
