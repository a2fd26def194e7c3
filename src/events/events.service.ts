import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { RoleInsufficient } from '../common/auth/auth.errors';
import { ensureStillAuthorized } from '../common/auth/still-authorized';
import { DomainError, ValidationFailed } from '../common/errors/domain-error';
import type { EventAudience } from '../common/event-types/declare-events';
import { type EventPosition, isPast, positionOf } from '../common/event-types/event-position';
import type { AccountPrincipal, Member } from '../common/request/principal';
import { type CataloguedType, EventCatalog } from './event-catalog';
import { EventLog } from './event-log.service';
import type { EventsRequest, ReadEvents } from './event-log.types';
import type { ListEventsQuery } from './event.dto';
import { PositionAhead, PositionExpired } from './events.errors';
import type { ListedEvents } from './events.types';
import { EventPages } from './event-pages.service';
import { OpenStreams } from './open-streams.service';

/** How often a request that waits looks for events, in milliseconds. */
const LOOK_EVERY_MS = 500;
const ADMIN_SCOPE = 'workspaces:read';

/** How members read the log. What a member sees is decided when they read, not when an event is written. */
@Injectable()
export class EventsService {
  private etag: string | undefined;

  constructor(
    private readonly log: EventLog,
    private readonly catalog: EventCatalog,
    private readonly pages: EventPages,
    private readonly open: OpenStreams,
  ) {}

  /** All types, and an entity tag that changes with them. */
  get catalogue(): { types: readonly CataloguedType[]; etag: string } {
    const { types } = this.catalog;
    this.etag ??= `"${createHash('sha256').update(JSON.stringify(types)).digest('base64url')}"`;
    return { types, etag: this.etag };
  }

  /**
   * @throws ValidationFailed for types that do not exist, PositionAhead 400; RoleInsufficient, scope_missing 403; PositionExpired 410;
   *   TooManyStreams 429
   */
  async list(
    member: Member,
    caller: AccountPrincipal,
    { after: text, limit, types: filter, agentId, include, wait }: ListEventsQuery,
    signal: AbortSignal,
  ): Promise<ListedEvents> {
    const types = this.typesFor(member, caller, filter?.split(','));
    const after = await this.positionFor(member.workspaceId, text);
    const request = { after, limit, types, agentIds: member.agentIds, agentId: agentId?.toLowerCase() };
    const read = await this.read(member, request, wait, signal);
    return this.pages.complete(member, read, include === 'resource');
  }

  /** The names of the types that a member may read with this credential, of those that they ask for. */
  private typesFor(member: Member, caller: AccountPrincipal, wanted: readonly string[] | undefined): string[] {
    const unknown = (wanted ?? []).filter((pattern) => !this.catalog.isKnown(pattern));
    if (unknown.length > 0) {
      const details = { path: 'query.types', code: 'invalid', message: `has unknown types: ${unknown.join(', ')}` };
      throw new ValidationFailed([details]);
    }
    const isAdmin = member.role !== 'member';
    const isScoped = caller.kind === 'session' || caller.scopes.includes(ADMIN_SCOPE);
    const audience: EventAudience = isAdmin && isScoped ? 'admin' : 'member';
    const isHidden = (pattern: string): boolean => this.catalog.namesFor(audience, [pattern]).length === 0;
    if ((wanted ?? []).some(isHidden)) throw isAdmin ? new AdminScopeMissing() : new RoleInsufficient('admin');
    return this.catalog.namesFor(audience, wanted ?? null);
  }

  private async positionFor(workspaceId: string, text: string | undefined): Promise<EventPosition | null> {
    if (text === undefined) return null;
    const horizon = await this.log.latest();
    if (text === 'latest') return horizon;
    const after = positionOf(text);
    if (!after || isPast(after, horizon)) throw new PositionAhead();
    if (await this.log.isKept(workspaceId, after)) return after;
    throw new PositionExpired(await this.log.oldest(workspaceId));
  }

  /** Waits for a match if there is none, without a connection to the database. */
  private async read(member: Member, request: EventsRequest, wait: number, signal: AbortSignal): Promise<ReadEvents> {
    const first = await this.log.read(member.workspaceId, request);
    if (wait === 0 || first.events.length > 0 || first.hasMore) return first;
    const ended = new AbortController();
    this.open.enter(member.memberId, AbortSignal.any([signal, ended.signal]));
    try {
      return await this.following(member.workspaceId, { ...request, after: first.next }, wait, signal);
    } finally {
      ended.abort();
    }
  }

  private async following(
    workspaceId: string,
    request: EventsRequest,
    wait: number,
    signal: AbortSignal,
  ): Promise<ReadEvents> {
    const until = performance.now() + wait * 1_000;
    for (let { after } = request; ;) {
      await pause(Math.min(LOOK_EVERY_MS, Math.max(0, until - performance.now())));
      const read = await this.log.read(workspaceId, { ...request, after });
      const isOver = read.events.length > 0 || performance.now() >= until || signal.aborted;
      if (isOver) {
        await ensureStillAuthorized();
        return read;
      }
      after = read.next;
    }
  }
}

class AdminScopeMissing extends DomainError {
  constructor() {
    super('scope_missing', `Events for admins also need the scope ${ADMIN_SCOPE}.`, { missingScopes: [ADMIN_SCOPE] });
  }
}
