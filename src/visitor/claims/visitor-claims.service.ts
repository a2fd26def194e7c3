import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { VisitorPrincipal } from '../../common/request/principal';
import { ErasureService } from '../../erasure/erasure.service';
import type { ConversationsErasure } from '../../erasure/erasure.types';
import { ChatContactsService } from '../../contacts/chat-contacts.service';
import { ConversationQueries } from '../../conversations/conversation-queries.service';
import { ConversationWriter } from '../../conversations/conversation-writer.service';
import { OwnConversationsRepository } from '../conversations/own-conversations.repository';
import { OwnConversationsService } from '../conversations/own-conversations.service';
import { VisitorFilesService } from '../files/visitor-files.service';
import { VisitorSessionsService } from '../sessions/visitor-sessions.service';
import { VisitorLimits } from '../visitor-limits';
import { VisitorErasureCountsDto } from './visitor-erasure.dto';

/** Conversations of one session that are erased at once: more than limits let a visitor begin. */
const MOST_ERASED = 10_000;

/** What visitors say about themselves, and what they want to be forgotten. */
@Injectable()
export class VisitorClaimsService {
  constructor(
    private readonly own: OwnConversationsService,
    private readonly begun: OwnConversationsRepository,
    private readonly conversations: ConversationQueries,
    private readonly writer: ConversationWriter,
    private readonly contacts: ChatContactsService,
    private readonly sessions: VisitorSessionsService,
    private readonly erasures: ErasureService,
    private readonly files: VisitorFilesService,
    private readonly limits: VisitorLimits,
    private readonly work: UnitOfWork,
  ) {
    erasures.documentCounts(VisitorErasureCountsDto);
  }

  /** Stored with the conversation only, since it is unverified. @throws NotFound 404, VisitorRefused 403, RateLimited 429 */
  async leave(
    visitor: VisitorPrincipal,
    conversationId: string,
    { email, name = null }: { email: string; name?: string | null },
  ): Promise<{ email: string; name: string | null }> {
    await this.limits.contactLeft(visitor);
    const { workspaceId, id } = await this.own.require(visitor, conversationId);
    await this.work.run(async () => {
      await this.begun.updateClaim(workspaceId, id, { email, name });
      this.writer.publishUpdated(workspaceId, visitor.agentId, id);
    });
    return { email, name };
  }

  /**
   * Erases all messages and unsent files of the session; of a verified visitor, all conversations of their contact with this agent. The
   * session ends, and turns that are under way write nothing more.
   *
   * @throws RateLimited 429
   */
  async erase(visitor: VisitorPrincipal): Promise<ConversationsErasure> {
    await this.limits.erased(visitor);
    const { workspaceId, agentId, sessionId, identity } = visitor;
    // In one transaction: a visitor who gets no answer can ask again.
    return this.work.run(async () => {
      await this.sessions.end(visitor);
      const contact = identity && (await this.contacts.find(workspaceId, identity.externalId));
      const ofSession = identity ? [] : await this.begun.listIdsOfSession(workspaceId, sessionId, MOST_ERASED);
      const ids = contact ? await this.conversations.listIdsOfContact(workspaceId, contact.id, agentId) : ofSession;
      const { erasedAt, records } = await this.erasures.eraseConversations(workspaceId, agentId, ids);
      // Also where nothing was said in it.
      const unsent = await this.files.forget(visitor);
      return { erasedAt, records: { ...records, files: records.files + unsent } };
    });
  }
}
