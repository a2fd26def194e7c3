import { Injectable } from '@nestjs/common';
import { databaseTime } from '../../common/database/database-time';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { NotFound } from '../../common/errors/domain-error';
import type { Member, WorkspaceScope } from '../../common/request/principal';
import type { SlaMilestone } from '../../support/support-request.types';
import { RequestSnapshotsService } from '../../support/request-snapshots.service';
import type { Clock } from '../engine/clock';
import { MilestonesService, type RecordedMilestone } from './milestones.service';
import { SlaClocksService } from '../clocks/sla-clocks.service';
import type { MilestoneRecord } from './sla-milestone.entity';

/** A clock as of now. */
export interface ClockNow {
  clock: Clock;
  now: number;
}

export interface RecordedWithClock {
  record: MilestoneRecord;
  /** The newest of the milestone in its episode; null: none was started. */
  clock: ClockNow | null;
}

/** What members say of milestones, and ask of clocks. */
@Injectable()
export class SlaService {
  constructor(
    private readonly requests: RequestSnapshotsService,
    private readonly milestones: MilestonesService,
    private readonly clocks: SlaClocksService,
    private readonly work: UnitOfWork,
  ) {}

  /**
   * @throws NotFound 404, InTheFuture, UnknownEpisode, UnknownMessage, MessageIsNoAnswer, NoteIsNoReply 400,
   * MilestoneAlreadyRecorded 409
   */
  async record(member: Member, requestId: string, reported: RecordedMilestone): Promise<RecordedWithClock> {
    return this.work.run(async () => {
      const request = await this.requests.lock(member, requestId);
      const record = await this.milestones.record(member, request, reported);
      const clock = await this.clocks.find(request, reported);
      return { record, clock: clock && { clock, now: await this.now() } };
    });
  }

  /** @throws NotFound 404, also where there is no such clock */
  async explain(
    scope: WorkspaceScope,
    requestId: string,
    { milestone, episodeNumber, number }: { milestone: SlaMilestone; episodeNumber?: number; number?: number },
  ): Promise<ClockNow> {
    const request = await this.requests.get(scope, requestId);
    const which = { milestone, episodeNumber: episodeNumber ?? request.episodeNumber, number };
    const clock = await this.clocks.find(request, which);
    if (!clock) throw new NotFound();
    const now = await this.now();
    clock.advance(now);
    return { clock, now };
  }

  private async now(): Promise<number> {
    return (await databaseTime(this.work)).getTime();
  }
}
