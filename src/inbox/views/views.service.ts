import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/agents.service';
import { Audit } from '../../common/audit/audit';
import { RoleInsufficient } from '../../common/auth/auth.errors';
import { advisoryLock } from '../../common/database/advisory-lock';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { NotFound, VersionConflict } from '../../common/errors/domain-error';
import type { Member } from '../../common/request/principal';
import { ConversationQueries } from '../../conversations/conversation-queries.service';
import { MembersService } from '../../workspaces/members/members.service';
import { LabelsService } from '../labels/labels.service';
import { type CreateViewInput, MOST_COUNTED, type UpdateViewInput, type ViewFilterInput } from './view-input.dto';
import type { View, ViewContent } from './view.entity';
import type { ViewFilter, ViewVisibility } from './view.types';
import {
  FilterNotUsable,
  OnlyAuthorMakesViewPrivate,
  OrderIncomplete,
  TooManyPrivateViews,
  TooManySharedViews,
} from './views.errors';
import { ViewsRepository } from './views.repository';

export const MOST_SHARED = 100;
/** Of each member. */
export const MOST_PRIVATE = 50;

/** A view, and whether its filter names a record that is gone: then it lists nothing. */
export interface ShownView {
  view: View;
  isBroken: boolean;
}

/**
 * Lists of conversations that members keep. Admins change the shared ones, which all members see; a writer has the views of the
 * workspace alone.
 */
@Injectable()
export class ViewsService {
  constructor(
    private readonly views: ViewsRepository,
    private readonly agents: AgentsService,
    private readonly labels: LabelsService,
    private readonly conversations: ConversationQueries,
    private readonly members: MembersService,
    private readonly work: UnitOfWork,
    private readonly audit: Audit,
  ) {}

  /** @throws FilterNotUsable, UnknownAgents 400, RoleInsufficient 403, TooManySharedViews, TooManyPrivateViews 409 */
  create(member: Member, { name, filter, sort, visibility }: CreateViewInput): Promise<ShownView> {
    const { workspaceId, memberId: authorMemberId } = member;
    return this.alone(workspaceId, async () => {
      const position = await this.lastPlace(member, visibility);
      const checked = await this.usable(member, filter);
      const view = { workspaceId, authorMemberId, name, filter: checked, sort, visibility, position };
      return { view: await this.views.insert(view), isBroken: false };
    });
  }

  /** Shared ones first, each by position. */
  async list(member: Member): Promise<ShownView[]> {
    return this.shown(member.workspaceId, await this.views.list(member));
  }

  /** @throws NotFound 404 */
  async get(member: Member, id: string): Promise<ShownView> {
    return this.one(await this.views.require(member, id));
  }

  /** The view that a query names. Null: the caller sees no such view. */
  async find(member: Member, id: string): Promise<ShownView | null> {
    const view = await this.views.find(member, id);
    return view && this.one(view);
  }

  /** Those of these views that the caller sees, or the first ones of the list, in its order. */
  async chosen(member: Member, ids: readonly string[] | undefined): Promise<ShownView[]> {
    const views = await this.views.list(member);
    const chosen = ids ? views.filter(({ id }) => ids.includes(id)) : views.slice(0, MOST_COUNTED);
    return this.shown(member.workspaceId, chosen);
  }

  /** @throws NotFound 404, VersionConflict 409, OnlyAuthorMakesViewPrivate 400, and the errors of {@link create} */
  update(member: Member, id: string, input: UpdateViewInput): Promise<ShownView> {
    return this.alone(member.workspaceId, async () => {
      const present = await this.views.require(member, id);
      if (present.version !== input.expectedVersion) throw new VersionConflict(present.version);
      this.audit.before(present);
      const { name, filter, sort, visibility, position, authorMemberId } = present;
      const next: ViewContent = {
        name: input.name ?? name,
        filter: input.filter ? await this.usable(member, input.filter) : filter,
        sort: input.sort ?? sort,
        visibility: input.visibility ?? visibility,
        position,
      };
      if (isDeepStrictEqual(next, { name, filter, sort, visibility, position })) return this.one(present);
      if (next.visibility !== visibility) {
        if (authorMemberId !== member.memberId) throw new OnlyAuthorMakesViewPrivate();
        next.position = await this.lastPlace(member, next.visibility);
      }
      return this.one(await this.views.update(present.workspaceId, present.id, next));
    });
  }

  /** @throws NotFound 404, also for the later of two callers at once */
  async remove(member: Member, id: string): Promise<void> {
    if (!(await this.views.delete(member.workspaceId, id))) throw new NotFound();
  }

  /** Orders the shared views, or the private ones of the caller. @throws OrderIncomplete 400, RoleInsufficient 403 */
  reorder(member: Member, viewIds: readonly string[]): Promise<ShownView[]> {
    return this.alone(member.workspaceId, async () => {
      const views = await this.views.list(member);
      const visibility = views.find(({ id }) => id === viewIds[0])?.visibility;
      const named = views.filter((view) => view.visibility === visibility);
      const byId = new Map(named.map((view) => [view.id, view]));
      const isWhole = viewIds.length === named.length && viewIds.every((id) => byId.has(id));
      if (!visibility || !isWhole) throw new OrderIncomplete();
      ensureMayWrite(member, visibility);
      for (const [index, id] of viewIds.entries()) {
        const view = byId.get(id)!;
        if (view.position !== index + 1) await this.views.place(view, index + 1);
      }
      return this.list(member);
    });
  }

  private alone<T>(workspaceId: string, change: () => Promise<T>): Promise<T> {
    return this.work.run(async () => {
      await advisoryLock(this.work, `conversation-views:${workspaceId}`);
      return change();
    });
  }

  /** The position behind the others. @throws RoleInsufficient 403, TooManySharedViews, TooManyPrivateViews 409 */
  private async lastPlace(member: Member, visibility: ViewVisibility): Promise<number> {
    ensureMayWrite(member, visibility);
    const others = (await this.views.list(member)).filter((view) => view.visibility === visibility);
    if (visibility === 'private' && others.length >= MOST_PRIVATE) throw new TooManyPrivateViews(MOST_PRIVATE);
    if (visibility === 'workspace' && others.length >= MOST_SHARED) throw new TooManySharedViews(MOST_SHARED);
    return Math.max(0, ...others.map(({ position }) => position)) + 1;
  }

  /** The filter, if all that it names exists. */
  private async usable(member: Member, input: ViewFilterInput): Promise<ViewFilter> {
    const set = Object.entries(input).filter(([, value]) => value !== undefined);
    const filter = inLowerCase(Object.fromEntries(set) as ViewFilter);
    await this.agents.ensureAll(member, filter.agentId === undefined ? [] : [filter.agentId], '/filter/agentId');
    const gone = await this.gone(member.workspaceId, [filter]);
    if (gone.labels.size > 0) throw new FilterNotUsable('labels');
    if (gone.members.size > 0) throw new FilterNotUsable('assignee');
    if (isConversation(filter.parent) && !(await this.conversations.exists(member, filter.parent))) {
      throw new FilterNotUsable('parent');
    }
    return filter;
  }

  private async one(view: View): Promise<ShownView> {
    return (await this.shown(view.workspaceId, [view]))[0]!;
  }

  private async shown(workspaceId: string, views: readonly View[]): Promise<ShownView[]> {
    const { labels, members, agents, parents } = await this.gone(
      workspaceId,
      views.map(({ filter }) => filter),
    );
    return views.map((view) => {
      const { agentId = '', assignee = '', parent = '', labels: named = [] } = view.filter;
      const isBroken =
        agents.has(agentId) || members.has(assignee) || parents.has(parent) || named.some((id) => labels.has(id));
      return { view, isBroken };
    });
  }

  /** The records that filters name and that do not exist. Four statements, for any number of filters. */
  private async gone(workspaceId: string, filters: readonly ViewFilter[]) {
    const labelIds = filters.flatMap(({ labels = [] }) => labels);
    const agentIds = filters.flatMap(({ agentId = [] }) => agentId);
    const memberIds = filters.flatMap(({ assignee = 'me' }) => (isNoMember(assignee) ? [] : [assignee]));
    const parentIds = filters.flatMap(({ parent }) => (isConversation(parent) ? [parent] : []));
    const labels = labelIds.length > 0 ? await this.labels.listExisting(workspaceId, labelIds) : [];
    const agents = agentIds.length > 0 ? await this.agents.listExisting(workspaceId, agentIds) : [];
    const members = memberIds.length > 0 ? [...(await this.members.listNames(workspaceId, memberIds)).keys()] : [];
    const parents = parentIds.length > 0 ? await this.conversations.listExisting(workspaceId, parentIds) : [];
    return {
      labels: new Set(labelIds.filter((id) => !labels.includes(id))),
      agents: new Set(agentIds.filter((id) => !agents.includes(id))),
      members: new Set(memberIds.filter((id) => !members.includes(id))),
      parents: new Set(parentIds.filter((id) => !parents.includes(id))),
    };
  }
}

function isNoMember(assignee: string): boolean {
  return assignee === 'me' || assignee === 'unassigned';
}

function isConversation(parent: string | undefined): parent is string {
  return parent !== undefined && parent !== 'none';
}

/** All members see the shared views, so that admins write them. */
function ensureMayWrite({ role }: Member, visibility: ViewVisibility): void {
  if (visibility === 'workspace' && role === 'member') throw new RoleInsufficient('admin');
}

/** As the database has ids. */
function inLowerCase(filter: ViewFilter): ViewFilter {
  const { agentId, assignee, parent } = filter;
  return {
    ...filter,
    ...(agentId !== undefined && { agentId: agentId.toLowerCase() }),
    ...(assignee !== undefined && { assignee: assignee.toLowerCase() }),
    ...(parent !== undefined && { parent: parent.toLowerCase() }),
  };
}
