import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { streamedText } from '../../common/http/streamed-text';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { REPORT_CSV_EXAMPLE, reportCsv } from './report-csv';
import { ExportSlaReportQuery, GetSlaReportQuery, SlaFiguresDto, SlaReportDto } from './sla-report.dto';
import { SlaReportsService } from './sla-reports.service';

@ApiTags('SLA policies')
@Controller('workspaces/:workspaceId/sla/report')
export class SlaReportsController {
  constructor(private readonly reports: SlaReportsService) {}

  @Get()
  @Operation({
    operationId: 'getSlaReport',
    summary: 'Get figures on service levels',
    description: `What became of the clocks that started in a period of at most 366 days: how many were met, and how long that took
in working time. What is still open counts as of now. A reply that comes back takes its clock back out of \`met\`.
With \`interval\`, a series has the figures of each day or week.

A restricted member gets the figures of their agents only. Times are working time of the policies’ calendars.`,
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: SlaReportDto,
    cli: 'requests report',
  })
  async get(@CurrentMember() member: Member, @Query() query: GetSlaReportQuery): Promise<SlaReportDto> {
    return SlaReportDto.from(await this.reports.get(member, GetSlaReportQuery.period(query)));
  }

  @Get('export')
  @Operation({
    operationId: 'exportSlaReport',
    summary: 'Export figures on service levels',
    description: `The \`figures\` of \`getSlaReport\` as a file: RFC 4180 in UTF-8 with a header row. Null is an empty cell. Cells are
written as they are, even if they begin with \`=\`, \`+\`, \`-\`, or \`@\`. To open the file safely in a spreadsheet, import its
columns as text.`,
    access: { kind: 'account', scopes: ['inbox:read'] },
    audit: { subject: ['workspace', 'path.workspaceId'] },
    returns: SlaFiguresDto,
    gives: { 'text/csv': REPORT_CSV_EXAMPLE },
    cli: 'requests export-report',
    mcp: false,
  })
  async export(@CurrentMember() member: Member, @Query() query: ExportSlaReportQuery): Promise<StreamableFile> {
    const report = await this.reports.get(member, ExportSlaReportQuery.period(query));
    return streamedText(reportCsv(report), { mediaType: 'text/csv', fileName: 'sla-report.csv' });
  }
}
