import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThanOrEqual, Not, Or } from 'typeorm';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId } from '../../common/database/uuid';
import { ANSWERS, RESPONSES } from '../engine/milestone-rules';
import { MilestoneRecord } from './sla-milestone.entity';

/** Which message, for which milestone of which episode. */
export type MilestoneKey = Pick<
  MilestoneRecord,
  'workspaceId' | 'supportRequestId' | 'episodeNumber' | 'milestone' | 'messageId'
>;

/** What is no answer, such as what the agent says, does not become one. */
const NOT_OF_ITS_KIND = Or(IsNull(), Not('reply_type' as const));

/** The table sla_milestones. */
@Injectable()
export class MilestonesRepository {
  constructor(private readonly work: UnitOfWork) {}

  find({
    workspaceId,
    supportRequestId,
    episodeNumber,
    milestone,
    messageId,
  }: MilestoneKey): Promise<MilestoneRecord | null> {
    const where = { workspaceId, supportRequestId, episodeNumber, milestone, messageId };
    return this.work.manager.findOneBy(MilestoneRecord, where);
  }

  /** At most one of each milestone and episode. */
  listOfMessage(workspaceId: string, supportRequestId: string, messageId: string): Promise<MilestoneRecord[]> {
    return this.work.manager.findBy(MilestoneRecord, { workspaceId, supportRequestId, messageId });
  }

  /** What was recorded since then, in that order; as much as people write from a clock's start on. */
  listSince(workspaceId: string, supportRequestId: string, since: Date): Promise<MilestoneRecord[]> {
    return this.work.manager.find(MilestoneRecord, {
      where: { workspaceId, supportRequestId, recordedAt: MoreThanOrEqual(since) },
      order: { recordedAt: 'ASC', id: 'ASC' },
    });
  }

  /** The last message with which people answered the customer in the episode, and which reached them; null: none has. */
  async findLastResponse({
    workspaceId,
    supportRequestId,
    episodeNumber,
  }: Pick<MilestoneRecord, 'workspaceId' | 'supportRequestId' | 'episodeNumber'>): Promise<string | null> {
    const last = await this.work.manager.findOne(MilestoneRecord, {
      where: {
        workspaceId,
        supportRequestId,
        episodeNumber,
        outcome: 'accepted',
        milestone: In([...RESPONSES]),
        replyType: In([...ANSWERS]),
        notSatisfiedReason: NOT_OF_ITS_KIND,
      },
      // Messages have ids in the order in which they were written.
      order: { messageId: 'DESC' },
    });
    return last?.messageId ?? null;
  }

  /** Writes what is known of a message now. */
  async upsert(record: Omit<MilestoneRecord, 'id'>): Promise<MilestoneRecord> {
    const found = await this.find(record);
    const made = this.work.manager.create(MilestoneRecord, { ...record, id: found?.id ?? newId() });
    await this.work.manager.upsert(MilestoneRecord, made, ['workspaceId', 'supportRequestId', 'id']);
    return made;
  }
}
