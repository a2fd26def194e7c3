import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/agents.service';
import { MailContactsService } from '../../contacts/mail-contacts.service';
import type { MailConversation } from '../../conversations/conversation.types';
import { ConversationQueries } from '../../conversations/conversation-queries.service';
import { ReplyEvidenceService } from '../../inbox/replies/reply-evidence.service';
import { MailThreadsRepository } from '../threads/mail-threads.repository';
import { readRootMessageId } from '../threads/root-message-id';
import { NO_WORKSPACE } from '../../common/jobs/turns';
import type { MailTarget } from './inbound-mail.types';
import type { MailClaim } from './mail-jobs.repository';
import type { ParsedMail } from './reading/parsed-mail.types';

/** The most Message-IDs to look up for one email. */
const MOST_LOOKED_UP = 50;

/** The place of an email: an existing conversation, or an agent for a new one. */
export type MailPlace = { conversation: MailConversation } | { intake: { workspaceId: string; agentId: string } };

/**
 * Finds the place of an email: by the signed address of a conversation, then by the messages that it answers, then by the address of an
 * agent. The subject is not used, because anyone can copy it. References to messages count only for people of that conversation,
 * because Message-IDs are not secret.
 */
@Injectable()
export class MailRoutingService {
  constructor(
    private readonly conversations: ConversationQueries,
    private readonly contacts: MailContactsService,
    private readonly evidence: ReplyEvidenceService,
    private readonly threads: MailThreadsRepository,
    private readonly agents: AgentsService,
  ) {}

  /** Null if no conversation or agent has one of its addresses. */
  async find({ targetKind, targetId }: MailClaim, mail: ParsedMail): Promise<MailPlace | null> {
    if (targetId !== null && targetKind !== null && targetKind !== 'intake') {
      const conversation = await this.addressed({ kind: targetKind, id: targetId });
      return conversation && { conversation };
    }
    const workspaceId = targetId === null ? null : await this.agents.findWorkspaceId(targetId);
    if (targetId !== null && workspaceId === null) return null;
    const intake = targetId !== null && workspaceId !== null ? { workspaceId, agentId: targetId } : null;
    const conversation = await this.answered(mail, intake);
    if (conversation) return { conversation };
    return intake && { intake };
  }

  /** The workspace of a target, for turns in the queue. NO_WORKSPACE without a target, or if it was deleted. */
  async findTurn(target: MailTarget): Promise<string> {
    if (!target) return NO_WORKSPACE;
    const workspaceId =
      target.kind === 'intake'
        ? await this.agents.findWorkspaceId(target.id)
        : (await this.addressed(target))?.workspaceId;
    return workspaceId ?? NO_WORKSPACE;
  }

  private async addressed({ kind, id }: NonNullable<MailTarget>): Promise<MailConversation | null> {
    const conversationId = kind === 'bounce' ? (await this.evidence.find(id))?.conversationId : id;
    return conversationId ? this.conversations.findByMail(conversationId) : null;
  }

  /** The conversation of one of our messages that the email answers or reports about. Null if it names none. */
  async answered(
    mail: ParsedMail,
    intake: { workspaceId: string; agentId: string } | null,
  ): Promise<MailConversation | null> {
    const { from, verdict } = mail;
    if (!from || verdict === 'unverified') return null;
    for (const id of answeredIds(mail)) {
      for (const conversation of await this.named(id, intake)) {
        const isOurs =
          !intake || (conversation.workspaceId === intake.workspaceId && conversation.agentId === intake.agentId);
        if (isOurs && (await this.belongs(conversation, from.address))) return conversation;
      }
    }
    return null;
  }

  /** Message-IDs of this service are looked up everywhere, and those of others only among the emails of the agent. */
  private async named(
    id: string,
    intake: { workspaceId: string; agentId: string } | null,
  ): Promise<MailConversation[]> {
    const named = this.evidence.named(id);
    const ours = named ? (await this.evidence.find(named.messageId))?.conversationId : readRootMessageId(id);
    if (ours) return this.existing([ours]);
    if (!intake) return [];
    const { workspaceId, agentId } = intake;
    const replaced = await this.evidence.findByMessageIds(workspaceId, [id]);
    const received = await this.threads.listByMailIds(workspaceId, agentId, [id]);
    return this.existing([...replaced, ...received].map(({ conversationId }) => conversationId));
  }

  private async existing(conversationIds: readonly string[]): Promise<MailConversation[]> {
    const found = await Promise.all(conversationIds.map((id) => this.conversations.findByMail(id)));
    return found.filter((conversation) => conversation !== null);
  }

  private async belongs({ workspaceId, id, contactId }: MailConversation, address: string): Promise<boolean> {
    const email = contactId === null ? null : await this.contacts.findEmail(workspaceId, contactId);
    return email === address || this.conversations.isParticipant(workspaceId, id, address);
  }
}

/** The Message-IDs that an email answers, newest first. */
export function answeredIds({ inReplyTo, references }: Pick<ParsedMail, 'inReplyTo' | 'references'>): string[] {
  return [...new Set([...inReplyTo, ...references.toReversed()])].slice(0, MOST_LOOKED_UP);
}
