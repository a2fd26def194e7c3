import { Injectable } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import { type Page, pageOf, type PageRequest } from '../../common/database/page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId, uuidOrNil } from '../../common/database/uuid';
import { AcceptedMailSender } from './accepted-mail-sender.entity';

/** The table accepted_mail_senders. */
@Injectable()
export class AcceptedMailSendersRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Keeps an existing row. */
  async insertIfNew(sender: Pick<AcceptedMailSender, 'workspaceId' | 'address' | 'acceptedByMemberId'>): Promise<void> {
    await this.work.manager
      .createQueryBuilder()
      .insert()
      .into(AcceptedMailSender)
      .values({ ...sender, id: newId() })
      .orIgnore()
      .execute();
  }

  exists(workspaceId: string, id: string): Promise<boolean> {
    return this.work.manager.existsBy(AcceptedMailSender, { workspaceId, id: uuidOrNil(id) });
  }

  existsWithAddress(workspaceId: string, address: string): Promise<boolean> {
    return this.work.manager.existsBy(AcceptedMailSender, { workspaceId, address });
  }

  /** Oldest first. */
  page(workspaceId: string, { limit, cursor }: PageRequest): Promise<Page<AcceptedMailSender>> {
    const where = { workspaceId, ...(cursor === undefined ? {} : { id: MoreThan(cursor) }) };
    const read = (take: number): Promise<AcceptedMailSender[]> =>
      this.work.manager.find(AcceptedMailSender, { where, order: { id: 'ASC' }, take });
    return pageOf(limit, read, ({ id }) => id);
  }

  /** Whether there was one. */
  async delete(workspaceId: string, id: string): Promise<boolean> {
    const { affected } = await this.work.manager.delete(AcceptedMailSender, { workspaceId, id: uuidOrNil(id) });
    return affected === 1;
  }

  async deleteAddresses(workspaceId: string, addresses: readonly string[]): Promise<void> {
    await this.work.manager.delete(AcceptedMailSender, { workspaceId, address: In(addresses) });
  }
}
