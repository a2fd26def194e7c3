import { Injectable } from '@nestjs/common';
import { SearchesOverloaded, SearchPool } from '../../common/database/search-pool';
import { unavailability } from '../../common/database/unavailable';
import type { WorkspaceScope } from '../../common/request/principal';
import type { ReportPeriod, SlaFigures, SlaReport } from './sla-report.types';
import { ReportTakesTooLong } from './sla-reports.errors';
import { slaReportSql } from './sla-reports.sql';

const NO_GROUP = { agentId: null, memberId: null, policyId: null, policyName: null };

/** A report has at most as many groups, those with the most clocks. */
const MOST_GROUPS = 1_000;

type Row = Pick<SlaReport, 'asOf' | 'omittedGroups'> & { figures: Omit<SlaFigures, keyof typeof NO_GROUP>[] };

/** The table sla_clocks as reports add it up: what that costs depends on how many clocks a workspace has. */
@Injectable()
export class SlaReportsRepository {
  constructor(private readonly searches: SearchPool) {}

  /** As of now. One statement. @throws ReportTakesTooLong 503 */
  async read({ workspaceId, agentIds }: WorkspaceScope, period: ReportPeriod): Promise<SlaReport> {
    const { from, to, groupBy, milestone } = period;
    const parameters = [workspaceId, agentIds, from, to, milestone ?? null, MOST_GROUPS];
    const [row] = await this.prepared(workspaceId, slaReportSql(groupBy), parameters);
    const { figures, ...read } = row!;
    return { ...period, ...read, figures: figures.map((one) => ({ ...NO_GROUP, ...one })) };
  }

  private async prepared(workspaceId: string, sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    try {
      return await this.searches.prepared<Row>(workspaceId, sql, parameters);
    } catch (error) {
      const isOverloaded = error instanceof SearchesOverloaded || unavailability(error) === 'overloaded';
      throw isOverloaded ? new ReportTakesTooLong(error) : error;
    }
  }
}
