import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/agents.service';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { DomainEvents } from '../../common/events/domain-events';
import { memberIdOf } from '../../common/http/named-member';
import type { Member } from '../../common/request/principal';
import { ConversationOpened, SideConversationChanged } from '../../conversations/conversation-events';
import { ConversationQueries, type ConversationRecord } from '../../conversations/conversation-queries.service';
import { ConversationWriter } from '../../conversations/conversation-writer.service';
import type { ExchangedMessage, NewConversation } from '../../conversations/conversation.types';
import { PreferencesService } from '../../preferences/preferences.service';
import { MembersService } from '../../workspaces/members/members.service';
import { PlansService } from '../../workspaces/plans/plans.service';
import { ContactNotVisible } from '../conversations/conversations.errors';
import { ConversationsService } from '../conversations/conversations.service';
import { recipientsOf } from '../replies/recipients';
import { ReplyMailer } from '../replies/reply-mail.port';
import { ReplyWriter } from '../replies/reply-writer.service';
import { OutboundContacts } from './outbound-contacts.port';
import { OutboundCountsRepository } from './outbound-counts.repository';
import type { ForwardConversationInput, StartConversationInput } from './outbound-input.dto';
import type { Begun } from './outbound.dto';
import { ContactBlocked, NothingToForward } from './outbound.errors';
import { LONGEST_QUOTE, quoted } from './quoted-messages';

/** Messages that one email quotes, at most. */
const MOST_QUOTED = 100;

type FirstMessage = Pick<StartConversationInput, 'to' | 'cc' | 'bcc' | 'content' | 'attachmentIds'>;

/**
 * How members begin conversations by email: with a customer, or with others about a conversation. Nothing waits for an answer of the
 * workspace, so no support request is opened and no clock runs.
 */
@Injectable()
export class OutboundService {
  constructor(
    private readonly conversations: ConversationWriter,
    private readonly queries: ConversationQueries,
    private readonly inbox: ConversationsService,
    private readonly contacts: OutboundContacts,
    private readonly counts: OutboundCountsRepository,
    private readonly plans: PlansService,
    private readonly members: MembersService,
    private readonly agents: AgentsService,
    private readonly preferences: PreferencesService,
    private readonly mail: ReplyMailer,
    private readonly writer: ReplyWriter,
    private readonly events: DomainEvents,
    private readonly work: UnitOfWork,
  ) {}

  /**
   * Locks in the order of decision 0102: members, the contact, its agent, the conversation.
   *
   * @throws UnknownAgents, ContactNotVisible, AssigneeNotAllowed, RecipientIsOurs, TooManyRecipients, FilesUnknown 400,
   *   PlanLimitReached 403, ContactBlocked 409, MailTooLarge 413, MailLimitReached 429
   */
  async start(member: Member, input: StartConversationInput): Promise<Begun> {
    const { workspaceId } = member;
    const agentId = input.agentId.toLowerCase();
    const assigneeMemberId = memberIdOf(input.assigneeMemberId, member) ?? null;
    recipientsOf(input);
    await this.agents.ensureAll(member, [agentId], '/agentId');
    const author = await this.preferences.get(member.accountId);
    return this.work.run(async () => {
      if (assigneeMemberId !== null) await this.members.lockMembers(workspaceId);
      const wanted = { agentId, contactId: input.contactId?.toLowerCase() ?? null, address: input.to[0]! };
      const contact = await this.contacts.lockFor(member, wanted);
      if (!contact) throw new ContactNotVisible();
      if (contact.blocked) throw new ContactBlocked();
      await this.agents.lockAgainstPurge(workspaceId, [agentId]);
      await this.inbox.ensureAssignable({ workspaceId, agentId }, assigneeMemberId);
      const conversation = { workspaceId, agentId, contactId: contact.id, subject: input.subject, assigneeMemberId };
      const begun = await this.begin(member, conversation, input, author);
      if (assigneeMemberId !== null && assigneeMemberId !== member.memberId) {
        this.inbox.publishAssigned(begun.record, assigneeMemberId, member.memberId);
      }
      return begun;
    });
  }

  /**
   * Begins a conversation with others about this one. It has its own address and its own thread, so that no answer reaches the customer.
   *
   * @throws NotFound 404, NothingToForward, RecipientIsOurs, TooManyRecipients, FilesUnknown 400, PlanLimitReached 403,
   *   RecipientBlocked 409, MailTooLarge 413, MailLimitReached 429
   */
  async forward(member: Member, conversationId: string, input: ForwardConversationInput): Promise<Begun> {
    const { workspaceId, memberId: assigneeMemberId } = member;
    recipientsOf(input);
    const author = await this.preferences.get(member.accountId);
    return this.work.run(async () => {
      const { agentId } = await this.queries.require(member, conversationId);
      await this.agents.lockAgainstPurge(workspaceId, [agentId]);
      // An erasure takes both, or comes before.
      const parent = await this.conversations.requireLocked(member, conversationId);
      const parentConversationId = parent.parentConversationId ?? parent.id;
      const content = await this.withQuotes(parent, input);
      const subject = `Fwd: ${parent.subject ?? ''}`.trim();
      const about = { contactId: null, subject, assigneeMemberId, parentConversationId };
      const begun = await this.begin(
        member,
        { workspaceId, agentId, ...about },
        { ...firstOf(input), content },
        author,
      );
      const { id } = begun.record;
      this.events.publish(
        new SideConversationChanged({ workspaceId, agentId, conversationId: id, parentConversationId }),
      );
      return begun;
    });
  }

  /** Opens the conversation and queues its first message. Joins the caller's transaction. */
  private async begin(
    member: Member,
    begun: Omit<NewConversation, 'channel' | 'previousConversationId' | 'isClosed'>,
    { content, attachmentIds, to, cc, bcc }: FirstMessage,
    { undoSendSeconds, signature }: { undoSendSeconds: number; signature: string | null },
  ): Promise<Begun & { record: ConversationRecord }> {
    const { workspaceId, agentId, contactId } = begun;
    const opened = { ...begun, channel: 'email', previousConversationId: null, isClosed: false } as const;
    const conversationId = await this.conversations.open(opened);
    this.events.publish(new ConversationOpened({ workspaceId, agentId, conversationId, contactId }));
    const record = await this.conversations.requireLocked(member, conversationId);
    const addressed = await this.mail.begin(member, conversationId, { to, cc, bcc });
    const message = { channel: 'email', type: 'substantive', content, addressed, attachmentIds } as const;
    const written = await this.writer.append(member, record, {
      ...{ ...message, namesFirst: true, closeWhenSent: null, undoSendSeconds, signature },
    });
    await this.countOne(member);
    return { conversation: await this.inbox.get(member, conversationId), written, record };
  }

  /** @throws PlanLimitReached 403 */
  private async countOne({ workspaceId, planId }: Member): Promise<void> {
    if (this.plans.limit(planId, 'outboundPerDay') === null) return;
    this.plans.ensure(planId, 'outboundPerDay', (await this.counts.count(workspaceId)) - 1);
  }

  /** @throws NothingToForward 400 */
  private async withQuotes(
    parent: ConversationRecord,
    { content, include = 'message', messageId }: ForwardConversationInput,
  ): Promise<string> {
    if (include === 'none') return content;
    const which = include === 'all' ? { isNewest: false } : { messageId, isNewest: messageId === undefined };
    const messages = await this.quotedMessages(parent, which);
    if (messages.length === 0) return content;
    const { emailFromName, name } = await this.agents.require({ ...parent, agentIds: null }, parent.agentId);
    const ours = emailFromName ?? name;
    const quotes = quoted(messages, ({ role, sender }) => (role === 'customer' ? writerOf(sender) : ours));
    return `${content}\n\n${this.mail.withoutTokens(quotes)}`;
  }

  /** Newest first: the one with this id, the newest one of the customer, or all. @throws NothingToForward 400 */
  private async quotedMessages(
    { workspaceId, id }: ConversationRecord,
    { messageId = null, isNewest }: { messageId?: string | null; isNewest: boolean },
  ): Promise<ExchangedMessage[]> {
    const of = { messageId, longest: LONGEST_QUOTE, most: MOST_QUOTED };
    const messages = await this.queries.listExchanged(workspaceId, id, of);
    if (messageId !== null && messages.length === 0) throw new NothingToForward();
    if (!isNewest) return messages;
    const newest = messages.find(({ role }) => role === 'customer') ?? messages[0];
    return newest ? [newest] : [];
  }
}

function firstOf({ to, cc, bcc, attachmentIds }: ForwardConversationInput): Omit<FirstMessage, 'content'> {
  return { to, cc, bcc, attachmentIds };
}

function writerOf(sender: ExchangedMessage['sender']): string {
  if (!sender) return 'Customer';
  return sender.name === null ? sender.address : `${sender.name} <${sender.address}>`;
}
