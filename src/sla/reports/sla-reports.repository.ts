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

type Figures = Omit<SlaFigures, keyof typeof NO_GROUP>;

interface Row extends Pick<SlaReport, 'asOf' | 'omittedGroups'> {
  figures: Figures[];
  /** Of intervals by number, from 1 on, those without clocks left out. Null: there was none to divide into. */
  series: { number: number; figures: Figures[] }[] | null;
}

/** The table sla_clocks as reports add it up: what that costs depends on how many clocks a workspace has. */
@Injectable()
export class SlaReportsRepository {
  constructor(private readonly searches: SearchPool) {}

  /** As of now, with a series if there are starts of its intervals. One statement. @throws ReportTakesTooLong 503 */
  async read(
    { workspaceId, agentIds }: WorkspaceScope,
    period: ReportPeriod,
    starts: readonly Date[] | null,
  ): Promise<SlaReport> {
    const { from, to, groupBy, milestone } = period;
    const parameters = [workspaceId, agentIds, from, to, milestone ?? null, MOST_GROUPS, ...(starts ? [starts] : [])];
    const [row] = await this.prepared(workspaceId, slaReportSql({ groupBy, hasSeries: starts !== null }), parameters);
    const { figures, series, ...read } = row!;
    const byNumber = new Map(series?.map((interval) => [interval.number, interval.figures]));
    return {
      ...period,
      ...read,
      figures: figures.map(withGroup),
      series:
        starts && starts.map((from, index) => ({ from, figures: (byNumber.get(index + 1) ?? []).map(withGroup) })),
    };
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

function withGroup(figures: Figures): SlaFigures {
  return { ...NO_GROUP, ...figures };
}
