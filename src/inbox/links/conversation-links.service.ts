import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../common/database/page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { NotFound } from '../../common/errors/domain-error';
import type { Member, WorkspaceScope } from '../../common/request/principal';
import { MembersService } from '../../workspaces/members/members.service';
import { ConversationWriter } from '../../conversations/conversation-writer.service';
import { ConversationLabelsRepository } from '../labels/conversation-labels.repository';
import { ConversationLabelsService } from '../labels/conversation-labels.service';
import type { Labeled } from '../labels/label.types';
import type { ConversationLink } from './conversation-link.entity';
import type { LinkedConversation } from './conversation-link.types';
import { DestinationInvalid, TooManyLinks } from './conversation-links.errors';
import { ConversationLinksRepository } from './conversation-links.repository';

/** Links of one conversation, at most. */
const MOST_LINKS = 20;

/**
 * Conversations that a workspace shows to another one. The caller who links one is a member of both. Members of the other
 * workspace see that the conversation exists, and their own labels on it. A restricted member sees nothing, because a linked
 * conversation belongs to no agent of their workspace.
 */
@Injectable()
export class ConversationLinksService {
  constructor(
    private readonly links: ConversationLinksRepository,
    private readonly labels: ConversationLabelsRepository,
    private readonly conversations: ConversationWriter,
    private readonly labeling: ConversationLabelsService,
    private readonly members: MembersService,
    private readonly work: UnitOfWork,
  ) {}

  /**
   * Linking again changes nothing.
   *
   * @throws DestinationInvalid 400, NotFound 404 if it was erased in the meantime, TooManyLinks 409
   */
  create(member: Member, conversationId: string, destinationWorkspaceId: string): Promise<ConversationLink> {
    return this.work.run(async () => {
      const { workspaceId: sourceWorkspaceId, accountId } = member;
      const destination = await this.members.findScopeOfAccount(destinationWorkspaceId, accountId);
      if (destination?.agentIds !== null || destination.workspaceId === sourceWorkspaceId)
        throw new DestinationInvalid();
      const { workspaceId } = destination;
      const { id } = await this.conversations.requireLocked(member, conversationId);
      const links = await this.links.listOf(sourceWorkspaceId, id);
      const existing = links.find((link) => link.workspaceId === workspaceId);
      if (existing) return existing;
      if (links.length >= MOST_LINKS) throw new TooManyLinks(MOST_LINKS);
      return this.links.insert({ workspaceId, conversationId: id, sourceWorkspaceId });
    });
  }

  list({ workspaceId }: WorkspaceScope, conversationId: string): Promise<ConversationLink[]> {
    return this.links.listOf(workspaceId, conversationId);
  }

  /** @throws NotFound 404, also for the later of two callers at once */
  remove(scope: WorkspaceScope, conversationId: string, destinationWorkspaceId: string): Promise<void> {
    return this.work.run(async () => {
      const { id } = await this.conversations.requireLocked(scope, conversationId);
      if (!(await this.links.delete(scope.workspaceId, id, destinationWorkspaceId))) throw new NotFound();
    });
  }

  /** The conversations that other workspaces have linked to this one, newest first, with its own labels. */
  async pageLinked(scope: WorkspaceScope, request: PageRequest): Promise<Page<LinkedConversation>> {
    if (scope.agentIds !== null) return { rows: [], nextCursor: null };
    const { workspaceId } = scope;
    const { rows, nextCursor } = await this.links.page(workspaceId, request);
    const labels = await this.labels.listOf(
      workspaceId,
      rows.map(({ conversationId }) => conversationId),
    );
    return {
      rows: rows.map(({ conversationId, createdAt: linkedAt }) => ({
        conversationId,
        labels: labels.filter((label) => label.conversationId === conversationId),
        linkedAt,
      })),
      nextCursor,
    };
  }

  /** @throws NotFound 404 if either is gone, TooManyLabelsOfConversation 409 */
  addLabel({ workspaceId }: WorkspaceScope, linkedConversationId: string, labelId: string): Promise<Labeled> {
    return this.work.run(async () => {
      const link = await this.requireLocked(workspaceId, linkedConversationId);
      const { conversationId, sourceWorkspaceId: conversationWorkspaceId } = link;
      const added = await this.labeling.addLocked({ workspaceId, conversationId, labelId, conversationWorkspaceId });
      return { conversationId, labels: await this.labels.list(workspaceId, conversationId), added };
    });
  }

  /** @throws NotFound 404 if the conversation is not linked or does not have the label */
  removeLabel({ workspaceId }: WorkspaceScope, linkedConversationId: string, labelId: string): Promise<void> {
    return this.work.run(async () => {
      const { conversationId } = await this.requireLocked(workspaceId, linkedConversationId);
      if (!(await this.labels.delete(workspaceId, conversationId, labelId))) throw new NotFound();
    });
  }

  /**
   * Locks the conversation of the other workspace before the link, in the order of erasures.
   */
  private async requireLocked(workspaceId: string, conversationId: string): Promise<ConversationLink> {
    const { sourceWorkspaceId } = await this.links.require(workspaceId, conversationId);
    await this.conversations.lock(sourceWorkspaceId, conversationId);
    return this.links.require(workspaceId, conversationId);
  }
}
