import { Injectable } from '@nestjs/common';
import { Any, type FindOptionsWhere, IsNull, MoreThan } from 'typeorm';
import { type Page, pageOf, type PageRequest } from '../../common/database/page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { uuidOrNil } from '../../common/database/uuid';
import type { WorkspaceScope } from '../../common/request/principal';
import { InboundMail } from '../inbound/inbound-mail.entity';

const RELEASED = {
  outcome: 'received',
  reason: null,
  mark: null,
  finishedAt: null,
  attempts: 0,
  released: true,
  dueAt: () => 'now()',
} as const;

/** Quarantined emails in the table inbound_mails. */
@Injectable()
export class QuarantineRepository {
  constructor(private readonly work: UnitOfWork) {}

  exists(scope: WorkspaceScope, id: string): Promise<boolean> {
    return this.work.manager.existsBy(InboundMail, { ...visible(scope), id: uuidOrNil(id) });
  }

  /** Oldest first. */
  page(scope: WorkspaceScope, request: PageRequest): Promise<Page<InboundMail>> {
    return this.pageWhere(visible(scope), request);
  }

  /** Emails without a workspace. */
  pageOfUnrouted(request: PageRequest): Promise<Page<InboundMail>> {
    return this.pageWhere({ workspaceId: IsNull(), outcome: 'quarantined' }, request);
  }

  find(scope: WorkspaceScope, id: string): Promise<InboundMail | null> {
    return this.work.manager.findOneBy(InboundMail, { ...visible(scope), id: uuidOrNil(id) });
  }

  /** Returns the email to the workers, even if a program sent it. False if there is none. */
  async release({ workspaceId }: Pick<WorkspaceScope, 'workspaceId'>, id: string): Promise<boolean> {
    const where = { workspaceId, id: uuidOrNil(id), outcome: 'quarantined' as const };
    return (await this.work.manager.update(InboundMail, where, RELEASED)).affected === 1;
  }

  /** Releases an email of any workspace, or of none. */
  async releaseAny(id: string): Promise<boolean> {
    const where = { id: uuidOrNil(id), outcome: 'quarantined' as const };
    return (await this.work.manager.update(InboundMail, where, RELEASED)).affected === 1;
  }

  private pageWhere(where: FindOptionsWhere<InboundMail>, { limit, cursor }: PageRequest): Promise<Page<InboundMail>> {
    const after = cursor === undefined ? {} : { id: MoreThan(cursor) };
    const read = (take: number): Promise<InboundMail[]> =>
      this.work.manager.find(InboundMail, { where: { ...where, ...after }, order: { id: 'ASC' }, take });
    return pageOf(limit, read, ({ id }) => id);
  }
}

function visible({ workspaceId, agentIds }: WorkspaceScope): FindOptionsWhere<InboundMail> {
  return { workspaceId, outcome: 'quarantined', ...(agentIds === null ? {} : { agentId: Any(agentIds) }) };
}
