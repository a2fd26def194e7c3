import { Injectable } from '@nestjs/common';
import { Between } from 'typeorm';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId, uuidOrNil } from '../../common/database/uuid';
import { required } from '../../common/errors/required';
import type { Priority } from '../../support/support-request.types';
import { type PolicyContent, SlaPolicy } from './sla-policy.entity';

/** The table sla_policies. Positions are checked when the transaction ends. */
@Injectable()
export class SlaPoliciesRepository {
  constructor(private readonly work: UnitOfWork) {}

  async insert(policy: PolicyContent & { workspaceId: string }): Promise<SlaPolicy> {
    const made = this.work.manager.create(SlaPolicy, { ...policy, id: newId(), version: 1 });
    await this.work.manager.insert(SlaPolicy, made);
    return made;
  }

  /** By position; as many as the service allows. */
  list(workspaceId: string): Promise<SlaPolicy[]> {
    return this.work.manager.find(SlaPolicy, { where: { workspaceId }, order: { position: 'ASC' } });
  }

  count(workspaceId: string): Promise<number> {
    return this.work.manager.countBy(SlaPolicy, { workspaceId });
  }

  exists(workspaceId: string, id: string): Promise<boolean> {
    return this.work.manager.existsBy(SlaPolicy, { workspaceId, id: uuidOrNil(id) });
  }

  /** @throws NotFound */
  async require(workspaceId: string, id: string): Promise<SlaPolicy> {
    return required(await this.work.manager.findOneBy(SlaPolicy, { workspaceId, id: uuidOrNil(id) }));
  }

  /** The first that is enabled and is for requests of this agent and priority. */
  findMatching(workspaceId: string, agentId: string, priority: Priority): Promise<SlaPolicy | null> {
    return this.work.manager
      .createQueryBuilder(SlaPolicy, 'p')
      .where('p.workspaceId = :workspaceId AND p.enabled', { workspaceId })
      .andWhere('(cardinality(p.agentIds) = 0 OR :agentId = ANY (p.agentIds))', { agentId })
      .andWhere('(cardinality(p.priorities) = 0 OR :priority = ANY (p.priorities))', { priority })
      .orderBy('p.position')
      .limit(1)
      .getOne();
  }

  /** Changes these fields and the version. @throws NotFound */
  async update(workspaceId: string, id: string, change: PolicyContent): Promise<SlaPolicy> {
    const touched = { ...change, version: () => 'version + 1', updatedAt: () => 'now()' };
    await this.work.manager.update(SlaPolicy, { workspaceId, id }, touched);
    return this.require(workspaceId, id);
  }

  /** Moves what stands at these positions, and is no change of it. */
  async shift(workspaceId: string, first: number, last: number, by: 1 | -1): Promise<void> {
    const which = { workspaceId, position: Between(first, last) };
    await this.work.manager.update(SlaPolicy, which, { position: () => `position + ${by}` });
  }

  /** Whether there was one. */
  async delete(workspaceId: string, id: string): Promise<boolean> {
    const { affected } = await this.work.manager.delete(SlaPolicy, { workspaceId, id: uuidOrNil(id) });
    return affected === 1;
  }
}
