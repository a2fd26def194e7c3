import { Injectable } from '@nestjs/common';
import { AgentCountersService } from '../agents/agent-counters.service';
import { AgentsService } from '../agents/agents.service';
import { ChatTurnsService } from '../chat/chat-turns.service';
import { databaseTime } from '../common/database/database-time';
import { UnitOfWork } from '../common/database/unit-of-work';
import { StoredResponses } from '../common/idempotency/stored-responses';
import { MailOutbox } from '../common/mail/mail-outbox';
import type { Member, WorkspaceScope } from '../common/request/principal';
import type { ErasureCounts, ErasureReceipt } from '../contacts/contact-erasure.types';
import { ContactErasuresService } from '../contacts/contact-erasures.service';
import { ContactProfilesService } from '../contacts/contact-profiles.service';
import { CopilotService } from '../copilot/copilot.service';
import { InboundMailsService } from '../email/inbound/inbound-mails.service';
import { MailRecipientsService } from '../email/recipients/mail-recipients.service';
import type { ErasedOfAgent } from '../inbox/conversation.types';
import { ContactConversationsService } from '../inbox/contact-conversations.service';
import { OldConversationsService } from '../inbox/old-conversations.service';
import { KnowledgeGapsService } from '../knowledge/gaps/knowledge-gaps.service';
import { CustomerRequestsService, type ErasedRequests } from '../support/customer-requests.service';
import { VisitorSessionsService } from '../visitor/sessions/visitor-sessions.service';
import { confirmationOf } from './confirmation';
import type { EraseContactInput } from './erasure.dto';
import { ConfirmationRequired } from './erasure.errors';
import type { ConversationsErasure, ErasurePreview } from './erasure.types';

/**
 * A person is erased by the features that know them: each counts and erases its own. What a new feature keeps about
 * people it has to add to both lists here.
 *
 * An erasure is one transaction, and locks in the order of a chat turn, so that the two wait for each other only one way:
 * the person (another erasure of them), the contact with its place in the search index, the agents, the conversations,
 * what came of those, the agents' counters.
 */
@Injectable()
export class ErasureService {
  constructor(
    private readonly profiles: ContactProfilesService,
    private readonly erased: ContactErasuresService,
    private readonly agents: AgentsService,
    private readonly conversations: ContactConversationsService,
    private readonly old: OldConversationsService,
    private readonly turns: ChatTurnsService,
    private readonly gaps: KnowledgeGapsService,
    private readonly supportRequests: CustomerRequestsService,
    private readonly copilot: CopilotService,
    private readonly mails: InboundMailsService,
    private readonly recipients: MailRecipientsService,
    private readonly visitors: VisitorSessionsService,
    private readonly responses: StoredResponses,
    private readonly outbox: MailOutbox,
    private readonly counters: AgentCountersService,
    private readonly work: UnitOfWork,
  ) {}

  /** Whether there is, or was, a person with this id that the caller sees. */
  async isKnown(scope: WorkspaceScope, contactId: string): Promise<boolean> {
    if (await this.profiles.exists(scope, contactId)) return true;
    if ((await this.conversations.count(scope, contactId)) > 0) return true;
    return scope.agentIds === null && (await this.erased.findReceipt(scope.workspaceId, contactId)) !== null;
  }

  async preview(workspaceId: string, subjectId: string): Promise<ErasurePreview> {
    const contactId = subjectId.toLowerCase();
    const profile = await this.profiles.find(workspaceId, contactId);
    const conversations = await this.conversations.listIds(workspaceId, contactId);
    const counts: ErasureCounts = {
      contacts: profile ? 1 : 0,
      conversations: conversations.length,
      ...(await this.conversations.countContents(workspaceId, conversations)),
      suggestions: await this.copilot.countOf(workspaceId, conversations),
      chatTurns: await this.turns.countOf(workspaceId, conversations),
      knowledgeGaps: await this.gaps.countOf(workspaceId, conversations),
      supportRequests: await this.supportRequests.countOf(workspaceId, conversations),
      storedResponses: await this.responses.countOf(contactId),
    };
    const receipt = await this.erased.findReceipt(workspaceId, contactId);
    const confirmation = confirmationOf(contactId, profile, counts);
    return { contactId, hasProfile: profile !== null, counts, confirmation, receipt };
  }

  /**
   * Erases, then compares what went with what was confirmed: where they differ, nothing has happened.
   *
   * @throws ConfirmationRequired 400
   */
  async erase(member: Member, subjectId: string, { confirm }: EraseContactInput): Promise<ErasureReceipt> {
    const { workspaceId, memberId: erasedBy } = member;
    const contactId = subjectId.toLowerCase();
    return this.work.run(async () => {
      const done = await this.erased.findLocked(workspaceId, contactId);
      if (done) return done;
      if (confirm === undefined) throw new ConfirmationRequired('required');

      const profile = await this.profiles.erase(workspaceId, contactId);
      await this.agents.holdOffPurge(workspaceId, await this.conversations.listAgentIds(workspaceId, contactId));
      const known = await this.conversations.listIds(workspaceId, contactId);
      await this.visitors.endOf(workspaceId, known);
      const conversations = await this.conversations.lock(workspaceId, contactId);
      const wroteFrom = await this.conversations.listMailAddresses(workspaceId, conversations);
      const { records, ofAgents, requests } = await this.take(workspaceId, conversations);
      const addresses = [...wroteFrom, ...(profile?.email ? [profile.email] : [])];
      await this.mails.eraseFrom(workspaceId, addresses, conversations);
      await this.recipients.forget(workspaceId, addresses);
      const counts: ErasureCounts = {
        contacts: profile ? 1 : 0,
        ...records,
        storedResponses: await this.responses.eraseOf(contactId),
      };
      if (confirm !== confirmationOf(contactId, profile, counts)) throw new ConfirmationRequired('not_current');
      // Mail that waits to be read brings nobody back, even where the profile was removed before.
      const identity = profile ?? (wroteFrom[0] === undefined ? null : { externalId: null, email: wroteFrom[0] });
      const receipt = await this.erased.remember({ workspaceId, contactId, erasedBy }, identity, counts);
      await this.uncount(workspaceId, ofAgents, requests);
      return receipt;
    });
  }

  /**
   * Erases conversations of one agent, whoever they are with, and ends the sessions of visitors that they began in. What comes
   * in meanwhile finds no conversation to go on in.
   */
  async eraseConversations(
    workspaceId: string,
    agentId: string,
    conversationIds: readonly string[],
  ): Promise<ConversationsErasure> {
    return this.work.run(async () => {
      await this.agents.holdOffPurge(workspaceId, [agentId]);
      await this.visitors.endOf(workspaceId, conversationIds);
      const conversations = await this.conversations.lockThese(workspaceId, conversationIds);
      const { records, ofAgents, requests } = await this.take(workspaceId, conversations);
      await this.mails.eraseFrom(workspaceId, [], conversations);
      const erasedAt = await databaseTime(this.work);
      await this.uncount(workspaceId, ofAgents, requests);
      return { erasedAt, records };
    });
  }

  /**
   * Erases the oldest of the conversations that have been closed for so many days, at most `most`; how many there were. Sessions of
   * visitors go on, as do mails on their way: both begin anew.
   */
  async eraseOldConversations(workspaceId: string, days: number, most: number): Promise<number> {
    return this.work.run(async () => {
      const old = await this.old.list(workspaceId, days, most);
      if (old.length === 0) return 0;
      await this.agents.holdOffPurge(workspaceId, [...new Set(old.map(({ agentId }) => agentId))]);
      const ids = old.map(({ id }) => id);
      // Somebody may have opened one of them in between.
      const conversations = await this.old.lock(workspaceId, days, ids);
      const { ofAgents, requests } = await this.take(workspaceId, conversations);
      await this.uncount(workspaceId, ofAgents, requests);
      return old.length;
    });
  }

  /** Conversations that are locked, with all that came of them; the counts in the order that a confirmation has. */
  private async take(
    workspaceId: string,
    conversations: readonly string[],
  ): Promise<{ records: ConversationsErasure['records']; ofAgents: ErasedOfAgent[]; requests: ErasedRequests }> {
    const chatTurns = await this.turns.eraseOf(workspaceId, conversations);
    const knowledgeGaps = await this.gaps.eraseOf(workspaceId, conversations);
    const requests = await this.supportRequests.eraseOf(workspaceId, conversations);
    const suggestions = await this.copilot.eraseOf(workspaceId, conversations);
    await this.outbox.withdraw(conversations);
    const { ofAgents, notes, attachments } = await this.conversations.erase(workspaceId, conversations);
    const messages = ofAgents.reduce((sum, one) => sum + one.messages, 0);
    const supportRequests = requests.count;
    const written = { messages, notes, attachments, suggestions, chatTurns, knowledgeGaps, supportRequests };
    return { records: { conversations: conversations.length, ...written }, ofAgents, requests };
  }

  /** Requests belong to conversations of the same agents. */
  private async uncount(
    workspaceId: string,
    ofAgents: readonly ErasedOfAgent[],
    requests: ErasedRequests,
  ): Promise<void> {
    for (const { agentId, messages, conversations } of ofAgents) {
      const { endedRequests = 0, resolvedRequests = 0 } = requests.ofAgents.get(agentId) ?? {};
      const requestsGone = { endedRequests: -endedRequests, resolvedRequests: -resolvedRequests };
      const gone = { messages: -messages, conversations: -conversations, ...requestsGone };
      await this.counters.add(workspaceId, agentId, gone);
    }
  }
}
