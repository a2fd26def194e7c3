import { Injectable } from '@nestjs/common';
import { Any, Equal, type FindOptionsWhere, In, IsNull, MoreThan, Or } from 'typeorm';
import { type Page, pageOf, type PageRequest } from '../../common/database/page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId, uuidOrNil } from '../../common/database/uuid';
import type { WorkspaceScope } from '../../common/request/principal';
import { AcceptedMailSender } from './accepted-mail-sender.entity';

/** The table accepted_mail_senders. */
@Injectable()
export class AcceptedMailSendersRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Keeps an existing row. */
  async insertIfNew(sender: Omit<AcceptedMailSender, 'id' | 'createdAt'>): Promise<void> {
    await this.work.manager
      .createQueryBuilder()
      .insert()
      .into(AcceptedMailSender)
      .values({ ...sender, id: newId() })
      .orIgnore()
      .execute();
  }

  exists(scope: WorkspaceScope, id: string): Promise<boolean> {
    return this.work.manager.existsBy(AcceptedMailSender, { ...visible(scope), id: uuidOrNil(id) });
  }

  /** For this agent or for all. */
  existsWithAddress(workspaceId: string, agentId: string, address: string): Promise<boolean> {
    const forAgent = Or(Equal(agentId), IsNull());
    return this.work.manager.existsBy(AcceptedMailSender, { workspaceId, address, agentId: forAgent });
  }

  /** Oldest first. */
  page(scope: WorkspaceScope, { limit, cursor }: PageRequest): Promise<Page<AcceptedMailSender>> {
    const where = { ...visible(scope), ...(cursor === undefined ? {} : { id: MoreThan(cursor) }) };
    const read = (take: number): Promise<AcceptedMailSender[]> =>
      this.work.manager.find(AcceptedMailSender, { where, order: { id: 'ASC' }, take });
    return pageOf(limit, read, ({ id }) => id);
  }

  /** Whether there was one. */
  async delete(scope: WorkspaceScope, id: string): Promise<boolean> {
    const { affected } = await this.work.manager.delete(AcceptedMailSender, { ...visible(scope), id: uuidOrNil(id) });
    return affected === 1;
  }

  async deleteAddresses(workspaceId: string, addresses: readonly string[]): Promise<void> {
    await this.work.manager.delete(AcceptedMailSender, { workspaceId, address: In(addresses) });
  }
}

/** A restricted member sees those of their agents. */
function visible({ workspaceId, agentIds }: WorkspaceScope): FindOptionsWhere<AcceptedMailSender> {
  return { workspaceId, ...(agentIds === null ? {} : { agentId: Any(agentIds) }) };
}
