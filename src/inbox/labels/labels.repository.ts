import { Injectable } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import { onViolation } from '../../common/database/constraint-violation';
import { type Page, pageOf, type PageRequest } from '../../common/database/page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId, uuidOrNil } from '../../common/database/uuid';
import { required } from '../../common/errors/required';
import { nameKey } from '../../common/text/name-key';
import { Label } from './label.entity';
import { LabelNameTaken } from './labels.errors';

/** The table labels. */
@Injectable()
export class LabelsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** @throws LabelNameTaken 409, also for the later of two callers at once; the transaction is lost then */
  async insert(label: Pick<Label, 'workspaceId' | 'name' | 'color'>): Promise<Label> {
    const made = this.work.manager.create(Label, { ...label, id: newId(), nameKey: nameKey(label.name) });
    await nameFree(this.work.manager.insert(Label, made));
    return made;
  }

  /** Oldest first. */
  page(workspaceId: string, { limit, cursor }: PageRequest): Promise<Page<Label>> {
    const where = { workspaceId, ...(cursor === undefined ? {} : { id: MoreThan(cursor) }) };
    const read = (take: number): Promise<Label[]> =>
      this.work.manager.find(Label, { where, order: { id: 'ASC' }, take });
    return pageOf(limit, read, ({ id }) => id);
  }

  /** As many as there are ids. */
  listByIds(workspaceId: string, ids: readonly string[]): Promise<Label[]> {
    return this.work.manager.findBy(Label, { workspaceId, id: In([...ids]) });
  }

  count(workspaceId: string): Promise<number> {
    return this.work.manager.countBy(Label, { workspaceId });
  }

  exists(workspaceId: string, id: string): Promise<boolean> {
    return this.work.manager.existsBy(Label, { workspaceId, id: uuidOrNil(id) });
  }

  /** @throws NotFound */
  async require(workspaceId: string, id: string): Promise<Label> {
    return required(await this.work.manager.findOneBy(Label, { workspaceId, id: uuidOrNil(id) }));
  }

  /** @throws NotFound */
  async requireLocked(workspaceId: string, id: string): Promise<Label> {
    const where = { workspaceId, id: uuidOrNil(id) };
    return required(await this.work.manager.findOne(Label, { where, lock: { mode: 'pessimistic_write' } }));
  }

  /** @throws LabelNameTaken 409, as {@link insert} */
  async update(workspaceId: string, id: string, change: Partial<Pick<Label, 'name' | 'color'>>): Promise<void> {
    const renamed = change.name === undefined ? {} : { nameKey: nameKey(change.name) };
    await nameFree(this.work.manager.update(Label, { workspaceId, id: uuidOrNil(id) }, { ...change, ...renamed }));
  }

  /** Also from all conversations. Whether there was one. */
  async delete(workspaceId: string, id: string): Promise<boolean> {
    const { affected } = await this.work.manager.delete(Label, { workspaceId, id: uuidOrNil(id) });
    return affected === 1;
  }
}

function nameFree<T>(statement: Promise<T>): Promise<T> {
  return onViolation('labels_name', statement, () => new LabelNameTaken());
}
