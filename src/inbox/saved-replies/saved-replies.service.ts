import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/agents.service';
import { Audit } from '../../common/audit/audit';
import { advisoryLock } from '../../common/database/advisory-lock';
import type { Page, PageRequest } from '../../common/database/page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { isUuid } from '../../common/database/uuid';
import { NotFound, ValidationFailed, VersionConflict } from '../../common/errors/domain-error';
import { canAccessAgent, type Member } from '../../common/request/principal';
import { ConversationQueries } from '../../conversations/conversation-queries.service';
import type { ConversationChannel } from '../../conversations/conversation.types';
import {
  OnlyAuthorMakesPrivate,
  RenderedTextInvalid,
  ReplyWithoutText,
  SavedReplyNotUsable,
  TooManyPrivateReplies,
  TooManySharedReplies,
  VariablesMissing,
} from './saved-replies.errors';
import { SavedRepliesRepository } from './saved-replies.repository';
import { type CreateSavedReplyInput, LONGEST_CONTENT, type UpdateSavedReplyInput } from './saved-reply-input.dto';
import { isFor, SavedReplyFiles, type SavedReplyWithFiles } from './saved-reply-files.service';
import { type RepliedConversation, SavedReplyValues } from './saved-reply-values.service';
import type { SavedReply, SavedReplyContent } from './saved-reply.entity';
import { rendered, templateProblems, variablesIn } from './template';

const MOST_SHARED = 1_000;
/** Of each member. */
const MOST_PRIVATE = 200;

/** What a member sends for a reply. */
interface Wanted {
  content?: string;
  savedReplyId?: string;
  attachmentIds?: readonly string[];
  channel: ConversationChannel;
}

/**
 * Texts that members keep for replies. A member sees shared ones for their agents, and their own private ones. The operations
 * admit the author and admins to changes.
 */
@Injectable()
export class SavedRepliesService {
  constructor(
    private readonly replies: SavedRepliesRepository,
    private readonly values: SavedReplyValues,
    private readonly files: SavedReplyFiles,
    private readonly conversations: ConversationQueries,
    private readonly agents: AgentsService,
    private readonly work: UnitOfWork,
    private readonly audit: Audit,
  ) {}

  /** @throws ValidationFailed, UnknownAgents, FilesUnknown 400, FileInfected, TooManySharedReplies, SavedReplyNameTaken, SavedReplyShortcutTaken 409 */
  create(member: Member, input: CreateSavedReplyInput): Promise<SavedReplyWithFiles> {
    const { workspaceId, memberId: authorMemberId } = member;
    const { name, shortcut = null, content, language = null, agentIds = [], visibility = 'workspace' } = input;
    ensureTemplate(content);
    return this.work.run(async () => {
      await this.agents.ensureAll(member, agentIds, '/agentIds');
      const reply = { workspaceId, authorMemberId, name, shortcut, content, language, agentIds, visibility };
      await this.ensureRoom(reply);
      const made = await this.replies.insert(reply);
      await this.files.replace(member, made, { before: [], after: input.attachmentIds ?? [] });
      return this.withFiles(made);
    });
  }

  async page(member: Member, request: PageRequest & { search?: string }): Promise<Page<SavedReplyWithFiles>> {
    const { rows, nextCursor } = await this.replies.page(member, request);
    return { rows: await this.files.of(rows), nextCursor };
  }

  /** @throws NotFound 404 */
  async get(member: Member, id: string): Promise<SavedReplyWithFiles> {
    return this.withFiles(await this.replies.require(member, id));
  }

  /**
   * Changes the fields that are sent. Agents that the caller does not see stay.
   *
   * @throws NotFound 404, VersionConflict 409, and the errors of {@link create}
   */
  update(member: Member, id: string, input: UpdateSavedReplyInput): Promise<SavedReplyWithFiles> {
    if (input.content !== undefined) ensureTemplate(input.content);
    return this.work.run(async () => {
      const present = await this.withFiles(await this.replies.requireLocked(member, id));
      if (present.version !== input.expectedVersion) throw new VersionConflict(present.version);
      const before = present.files.map((file) => file.id);
      this.audit.before({ ...columnsOf(present), attachmentIds: before });
      const next: SavedReplyContent = {
        name: input.name ?? present.name,
        shortcut: input.shortcut === undefined ? present.shortcut : input.shortcut,
        content: input.content ?? present.content,
        language: input.language === undefined ? present.language : input.language,
        agentIds: await this.nextAgents(member, present, input.agentIds),
        visibility: input.visibility ?? present.visibility,
      };
      const after = input.attachmentIds ?? before;
      const hasSameFiles = isDeepStrictEqual([...after], before);
      if (hasSameFiles && isDeepStrictEqual(next, columnsOf(present))) return present;
      if (next.visibility !== present.visibility) {
        if (member.memberId !== present.authorMemberId) throw new OnlyAuthorMakesPrivate();
        const { workspaceId, authorMemberId } = present;
        await this.ensureRoom({ workspaceId, authorMemberId, visibility: next.visibility });
      }
      await this.files.replace(member, present, { before, after });
      return this.withFiles(await this.replies.update(present.workspaceId, present.id, next));
    });
  }

  /** @throws NotFound 404, also for the later of two callers at once */
  async remove(member: Member, id: string): Promise<void> {
    if (!(await this.replies.delete(member.workspaceId, id))) throw new NotFound();
  }

  /** The text for a reply in a conversation that the member sees. @throws NotFound 404, SavedReplyNotUsable 400 */
  async render(
    member: Member,
    id: string,
    { conversationId, channel }: { conversationId: string; channel?: ConversationChannel },
  ): Promise<{ content: string; missing: readonly string[] }> {
    const reply = await this.replies.require(member, id);
    const seen = await this.conversations.exists(member, conversationId);
    const conversation = seen ? await this.conversations.require(member, conversationId) : null;
    if (!conversation || !isFor(reply, conversation)) throw new SavedReplyNotUsable('/conversationId');
    return this.rendered(member, reply, conversation, channel ?? conversation.channel);
  }

  /**
   * What a reply says: `content`, or the text of the saved reply, and what it carries: the named files, or those of the saved reply. Its
   * use counts either way. Joins the caller's transaction.
   *
   * @throws ReplyWithoutText, SavedReplyNotUsable, VariablesMissing, RenderedTextInvalid 400, FileInfected 409
   */
  async contentOf(
    member: Member,
    conversation: RepliedConversation,
    { content, savedReplyId, attachmentIds, channel }: Wanted,
  ): Promise<{ content: string; attachmentIds: readonly string[] | undefined }> {
    if (savedReplyId === undefined) {
      if (content === undefined) throw new ReplyWithoutText();
      return { content, attachmentIds };
    }
    const reply = isUuid(savedReplyId) ? await this.replies.find(member, savedReplyId) : null;
    if (!reply || !isFor(reply, conversation)) throw new SavedReplyNotUsable('/savedReplyId');
    const text = content ?? (await this.wholeText(member, reply, conversation, channel));
    await this.replies.countUse(reply);
    return { content: text, attachmentIds: attachmentIds ?? (await this.files.idsOf(reply)) };
  }

  private async withFiles(reply: SavedReply): Promise<SavedReplyWithFiles> {
    const [found] = await this.files.of([reply]);
    return found!;
  }

  private async wholeText(
    member: Member,
    reply: SavedReply,
    conversation: RepliedConversation,
    channel: ConversationChannel,
  ): Promise<string> {
    const { content, missing } = await this.rendered(member, reply, conversation, channel);
    if (missing.length > 0) throw new VariablesMissing(missing);
    const length = Array.from(content).length;
    if (length === 0 || length > LONGEST_CONTENT) throw new RenderedTextInvalid(LONGEST_CONTENT);
    return content;
  }

  private async rendered(
    member: Member,
    { content, language }: SavedReply,
    conversation: RepliedConversation,
    channel: ConversationChannel,
  ): Promise<{ content: string; missing: string[] }> {
    const values = await this.values.of(member, conversation, variablesIn(content), language);
    return rendered(content, values, { isMarkdown: channel === 'widget' });
  }

  private async nextAgents(member: Member, present: SavedReply, agentIds: string[] | undefined): Promise<string[]> {
    if (agentIds === undefined) return present.agentIds;
    const added = agentIds.filter((agentId) => !present.agentIds.includes(agentId));
    await this.agents.ensureAll(member, added, '/agentIds');
    const hidden = present.agentIds.filter(
      (agentId) => !canAccessAgent(member, agentId) && !agentIds.includes(agentId),
    );
    return [...hidden, ...agentIds];
  }

  private async ensureRoom({
    workspaceId,
    visibility,
    authorMemberId,
  }: Pick<SavedReply, 'workspaceId' | 'visibility' | 'authorMemberId'>): Promise<void> {
    await advisoryLock(this.work, `saved-replies:${workspaceId}`);
    if (visibility === 'private') {
      const own = await this.replies.countPrivate(workspaceId, authorMemberId);
      if (own >= MOST_PRIVATE) throw new TooManyPrivateReplies(MOST_PRIVATE);
    } else if ((await this.replies.countShared(workspaceId)) >= MOST_SHARED) {
      throw new TooManySharedReplies(MOST_SHARED);
    }
  }
}

/** @throws ValidationFailed 400 with each place */
function ensureTemplate(content: string): void {
  const problems = templateProblems(content);
  if (problems.length > 0) throw new ValidationFailed(problems);
}

/** The columns that a member may change. */
function columnsOf({ name, shortcut, content, language, agentIds, visibility }: SavedReply): SavedReplyContent {
  return { name, shortcut, content, language, agentIds, visibility };
}
