import { Injectable } from '@nestjs/common';
import { Audit } from '../../common/audit/audit';
import { advisoryLock } from '../../common/database/advisory-lock';
import type { Page, PageRequest } from '../../common/database/page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { NotFound } from '../../common/errors/domain-error';
import { DomainEvents } from '../../common/events/domain-events';
import type { WorkspaceScope } from '../../common/request/principal';
import { changesOf } from '../../common/event-types/changes';
import { LabelCreated, LabelRemoved, LabelUpdated } from './label-events';
import type { CreateLabelInput, UpdateLabelInput } from './label.dto';
import type { Label } from './label.entity';
import { TooManyLabels } from './labels.errors';
import { LabelsRepository } from './labels.repository';

/** Labels of a workspace, at most. */
const MOST_LABELS = 500;

/** The labels of a workspace. They belong to no agent, so every member sees all of them. */
@Injectable()
export class LabelsService {
  constructor(
    private readonly labels: LabelsRepository,
    private readonly events: DomainEvents,
    private readonly work: UnitOfWork,
    private readonly audit: Audit,
  ) {}

  /** @throws TooManyLabels, LabelNameTaken 409 */
  create({ workspaceId }: WorkspaceScope, { name, color }: CreateLabelInput): Promise<Label> {
    return this.work.run(async () => {
      await advisoryLock(this.work, `labels:${workspaceId}`);
      if ((await this.labels.count(workspaceId)) >= MOST_LABELS) throw new TooManyLabels(MOST_LABELS);
      const label = await this.labels.insert({ workspaceId, name, color });
      this.events.publish(new LabelCreated({ workspaceId, labelId: label.id }));
      return label;
    });
  }

  /** Those of these labels that exist. One statement. */
  async listExisting(workspaceId: string, ids: readonly string[]): Promise<string[]> {
    return (await this.labels.listByIds(workspaceId, ids)).map(({ id }) => id);
  }

  page({ workspaceId }: WorkspaceScope, request: PageRequest): Promise<Page<Label>> {
    return this.labels.page(workspaceId, request);
  }

  /** @throws NotFound 404, LabelNameTaken 409 */
  update({ workspaceId }: WorkspaceScope, labelId: string, { name, color }: UpdateLabelInput): Promise<Label> {
    return this.work.run(async () => {
      const change = { ...(name === undefined ? {} : { name }), ...(color === undefined ? {} : { color }) };
      const before = await this.labels.requireLocked(workspaceId, labelId);
      this.audit.before(before);
      const { changed } = changesOf<Pick<Label, 'name' | 'color'>>(before, change, { name: 'text', color: 'text' });
      if (changed.length === 0) return before;
      await this.labels.update(workspaceId, labelId, change);
      this.events.publish(new LabelUpdated({ workspaceId, labelId: before.id, changed }));
      return this.labels.require(workspaceId, labelId);
    });
  }

  /** @throws NotFound 404, also for the later of two callers at once */
  remove({ workspaceId }: WorkspaceScope, labelId: string): Promise<void> {
    return this.work.run(async () => {
      if (!(await this.labels.delete(workspaceId, labelId))) throw new NotFound();
      this.events.publish(new LabelRemoved({ workspaceId, labelId: labelId.toLowerCase() }));
    });
  }
}
