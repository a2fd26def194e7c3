import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId } from '../../common/database/uuid';
import { Erasers } from '../../common/erasure/erasers';
import type { Erasure } from '../../common/erasure/erasure.types';
import type { Surface, VisitorIdentity, VisitorPrincipal } from '../../common/request/principal';
import { ChatContactsService } from '../../contacts/chat-contacts.service';
import { ConversationWriter } from '../../conversations/conversation-writer.service';
import { VisitorAgentsService } from '../agents/visitor-agents.service';
import { OwnConversationsRepository } from '../conversations/own-conversations.repository';
import { VisitorRefused } from '../conversations/own-conversations.errors';
import { type VerifiedVisitor, VisitorIdentitiesService } from '../identity/visitor-identities.service';
import { VisitorSitesService } from '../sites/visitor-sites.service';
import { VisitorTicketsService } from '../sites/visitor-tickets.service';
import { VisitorLimits } from '../visitor-limits';
import { expiryOf } from './session-lifetime';
import type { CreateVisitorSessionInput } from './visitor-session.dto';
import type { BegunSession } from './visitor-session.types';
import { SiteNotAllowed, TicketInvalid, VisitorSessionEnded } from './visitor-sessions.errors';
import { VisitorSessionsRepository } from './visitor-sessions.repository';
import { type VisitorSessionContents, VisitorSessionTokens } from './visitor-session-tokens';

/** Conversations that move to a contact at once, the newest: no visitor begins as many in one session. */
const MOST_MOVED = 1_000;

/** Sessions of visitors. Nothing is stored of one before something is said in it, or it is ended. */
@Injectable()
export class VisitorSessionsService {
  constructor(
    private readonly agents: VisitorAgentsService,
    private readonly identities: VisitorIdentitiesService,
    private readonly sites: VisitorSitesService,
    private readonly tickets: VisitorTicketsService,
    private readonly tokens: VisitorSessionTokens,
    private readonly sessions: VisitorSessionsRepository,
    private readonly limits: VisitorLimits,
    private readonly begun: OwnConversationsRepository,
    private readonly conversations: ConversationWriter,
    private readonly contacts: ChatContactsService,
    private readonly work: UnitOfWork,
    erasers: Erasers,
  ) {
    erasers.register({ step: 'sessions', erase: (erasure) => this.endOf(erasure) });
  }

  /**
   * `origin`: of the page that asks, null where no browser does.
   *
   * @throws NotFound 404, SiteNotAllowed, TicketInvalid 403, UserJwtInvalid 400, RateLimited 429
   */
  async create(
    agentId: string,
    { ticket, userJwt, locale }: CreateVisitorSessionInput,
    origin: string | null,
  ): Promise<BegunSession> {
    await this.limits.sessionCreated(agentId.toLowerCase());
    const { surface, site } = await this.placeOf(agentId, ticket, origin);
    const { workspaceId, agent } = await this.agents.require(agentId, surface);
    const verified = userJwt === undefined ? null : await this.verified({ workspaceId, id: agent.id }, userJwt);
    return this.begin({
      sessionId: newId(),
      workspaceId,
      agentId: agent.id,
      surface,
      site,
      locale: locale ?? null,
      identity: verified?.identity ?? null,
      verifiedUntil: verified?.verifiedUntil ?? null,
      createdAt: new Date(),
    });
  }

  /**
   * Another session in place of this one, whose token is no longer valid: a thief of that token does not have the new one.
   *
   * @throws UserJwtInvalid 400, VisitorRefused 403, RateLimited 429
   */
  async identify(visitor: VisitorPrincipal, userJwt: string): Promise<BegunSession> {
    await this.limits.identified(visitor);
    const { workspaceId, agentId, surface, site, locale } = visitor;
    const verified = await this.verified({ workspaceId, id: agentId }, userJwt);
    await this.work.run(async () => {
      if (visitor.isStored && visitor.identity === null) await this.move(visitor, verified.identity);
      await this.sessions.end(visitor);
    });
    return this.begin({
      ...{ sessionId: newId(), workspaceId, agentId, surface, site, locale, ...verified },
      createdAt: new Date(),
    });
  }

  /** A token for the contents; nothing is stored. */
  begin(contents: VisitorSessionContents): BegunSession {
    const session = { ...contents, expiresAt: expiryOf(contents, null) };
    return { session, token: this.tokens.issue(contents) };
  }

  /** Stores the session, or locks the stored one until the transaction ends. @throws VisitorSessionEnded 401 */
  async store(visitor: VisitorPrincipal): Promise<void> {
    if (!(await this.sessions.upsert(visitor))) throw new VisitorSessionEnded();
  }

  /** Its token is good no more. */
  end(visitor: VisitorPrincipal): Promise<void> {
    return this.sessions.end(visitor);
  }

  /** Ends the sessions that the conversations have begun in; of old conversations, they go on. */
  private async endOf({ cause, workspaceId, conversationIds }: Erasure): Promise<void> {
    if (cause === 'age') return;
    await this.sessions.endAll(workspaceId, await this.begun.listSessionIds(workspaceId, conversationIds));
  }

  /** Moves the conversations from before the visitor was verified to their contact, unless they have a contact. */
  private async move({ workspaceId, agentId, sessionId }: VisitorPrincipal, identity: VisitorIdentity): Promise<void> {
    const ids = await this.begun.listIdsOfSession(workspaceId, sessionId, MOST_MOVED);
    if (ids.length === 0) return;
    const startedAt = new Date().toISOString();
    const { id } = await this.contacts.verified(workspaceId, agentId, identity, startedAt);
    const moved = await this.conversations.moveToContact(workspaceId, agentId, ids, id);
    await this.begun.updateVerified(workspaceId, moved);
  }

  /** @throws UserJwtInvalid 400, VisitorRefused 403 */
  private async verified(agent: { workspaceId: string; id: string }, userJwt: string): Promise<VerifiedVisitor> {
    const verified = await this.identities.verify(agent, userJwt);
    const contact = await this.contacts.find(agent.workspaceId, verified.identity.externalId);
    if (contact?.blocked) throw new VisitorRefused();
    return verified;
  }

  /** A document of this service says by its ticket where it stands; any other page is known by its origin. */
  private async placeOf(
    agentId: string,
    ticket: string | undefined,
    origin: string | null,
  ): Promise<{ surface: Surface; site: string | null }> {
    const isOwn = origin !== null && this.sites.isOwn(origin);
    if (origin !== null && !isOwn) {
      if (!this.sites.allows(await this.agents.sitesOf(agentId), origin)) throw new SiteNotAllowed();
    }
    if (ticket === undefined) {
      if (origin === null || isOwn) throw new SiteNotAllowed();
      return { surface: 'widget', site: origin };
    }
    const opened = this.tickets.open(ticket);
    if (opened?.agentId !== agentId.toLowerCase()) throw new TicketInvalid();
    return opened;
  }
}
