import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId, uuidOrNil } from '../../common/database/uuid';
import { required } from '../../common/errors/required';
import type { Member } from '../../common/request/principal';
import { View, type ViewContent } from './view.entity';

/** The parts of a member that decide which views they see. */
export type ViewReader = Pick<Member, 'workspaceId' | 'memberId'>;

/** The table conversation_views. A member sees the shared views and their own private ones. */
@Injectable()
export class ViewsRepository {
  constructor(private readonly work: UnitOfWork) {}

  async insert(view: ViewContent & Pick<View, 'workspaceId' | 'authorMemberId'>): Promise<View> {
    const made = this.work.manager.create(View, { ...view, id: newId(), version: 1 });
    await this.work.manager.insert(View, made);
    return made;
  }

  /** Shared ones first, each by position; as many as the service allows. */
  list(reader: ViewReader): Promise<View[]> {
    return this.seenBy(reader).orderBy({ 'v.visibility': 'DESC', 'v.position': 'ASC', 'v.id': 'ASC' }).getMany();
  }

  exists(reader: ViewReader, id: string): Promise<boolean> {
    return this.seenBy(reader)
      .andWhere('v.id = :id', { id: uuidOrNil(id) })
      .getExists();
  }

  find(reader: ViewReader, id: string): Promise<View | null> {
    return this.seenBy(reader)
      .andWhere('v.id = :id', { id: uuidOrNil(id) })
      .getOne();
  }

  /** @throws NotFound also if the reader does not see it */
  async require(reader: ViewReader, id: string): Promise<View> {
    return required(await this.find(reader, id));
  }

  /** Changes these fields and the version. @throws NotFound */
  async update(workspaceId: string, id: string, change: ViewContent): Promise<View> {
    const touched = { ...change, version: () => 'version + 1', updatedAt: () => 'now()' };
    await this.work.manager.update(View, { workspaceId, id }, touched);
    return required(await this.work.manager.findOneBy(View, { workspaceId, id }));
  }

  /** Of a view: its place among the others, which is no change of it. */
  async place({ workspaceId, id, updatedAt }: View, position: number): Promise<void> {
    await this.work.manager.update(View, { workspaceId, id }, { position, updatedAt });
  }

  /** Whether there was one. */
  async delete(workspaceId: string, id: string): Promise<boolean> {
    return (await this.work.manager.delete(View, { workspaceId, id: uuidOrNil(id) })).affected === 1;
  }

  private seenBy({ workspaceId, memberId }: ViewReader): SelectQueryBuilder<View> {
    return this.work.manager
      .createQueryBuilder(View, 'v')
      .where('v.workspaceId = :workspaceId', { workspaceId })
      .andWhere(`(v.visibility = 'workspace' OR v.authorMemberId = :memberId)`, { memberId });
  }
}
