import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../../common/request/principal';
import { DAY_MS } from '../../common/time/zone';
import { WorkspacesService } from '../../workspaces/workspaces.service';
import { intervalStarts } from './report-intervals';
import type { ReportPeriod, SlaReport } from './sla-report.types';
import { InvalidReportPeriod } from './sla-reports.errors';
import { SlaReportsRepository } from './sla-reports.repository';

const MOST_DAYS = 366;

/** How well a workspace keeps what it promises. A restricted member sees the figures of their agents. */
@Injectable()
export class SlaReportsService {
  constructor(
    private readonly reports: SlaReportsRepository,
    private readonly workspaces: WorkspacesService,
  ) {}

  /** @throws InvalidReportPeriod 400, ReportTakesTooLong 503 */
  async get(scope: WorkspaceScope, period: ReportPeriod): Promise<SlaReport> {
    const length = period.to.getTime() - period.from.getTime();
    if (length <= 0 || length > MOST_DAYS * DAY_MS) throw new InvalidReportPeriod(MOST_DAYS);
    return this.reports.read(scope, period, await this.starts(scope, period));
  }

  /** When the intervals of the series start; null: there is none. */
  private async starts({ workspaceId }: WorkspaceScope, period: ReportPeriod): Promise<Date[] | null> {
    if (!period.interval) return null;
    const { timezone } = await this.workspaces.get(workspaceId);
    return intervalStarts(period, period.interval, timezone);
  }
}
