import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../../common/request/principal';
import { DAY_MS } from '../../common/time/zone';
import type { ReportPeriod, SlaReport } from './sla-report.types';
import { InvalidReportPeriod } from './sla-reports.errors';
import { SlaReportsRepository } from './sla-reports.repository';

const MOST_DAYS = 366;

/** How well a workspace keeps what it promises. A restricted member sees the figures of their agents. */
@Injectable()
export class SlaReportsService {
  constructor(private readonly reports: SlaReportsRepository) {}

  /** @throws InvalidReportPeriod 400, ReportTakesTooLong 503 */
  get(scope: WorkspaceScope, period: ReportPeriod): Promise<SlaReport> {
    const length = period.to.getTime() - period.from.getTime();
    if (length <= 0 || length > MOST_DAYS * DAY_MS) throw new InvalidReportPeriod(MOST_DAYS);
    return this.reports.read(scope, period);
  }
}
