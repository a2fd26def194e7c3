import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { MailFailure } from '../notices/member-notification.types';
import { LIST_MAIL_FAILURES } from './mail-health.sql';

/** The table member_notifications, read for whether email reaches members. */
@Injectable()
export class MailHealthRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** The reason for each member whose newest mail did not arrive. One statement. */
  async listFailures(workspaceId: string, memberIds: readonly string[]): Promise<Map<string, MailFailure>> {
    type Found = { memberId: string; reason: MailFailure };
    const found = await this.work.query<Found>(LIST_MAIL_FAILURES, [workspaceId, memberIds]);
    return new Map(found.map(({ memberId, reason }) => [memberId, reason]));
  }
}
