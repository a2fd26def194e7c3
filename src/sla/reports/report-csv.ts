import { csvRecord } from '../../common/text/csv';
import type { SlaFigures, SlaReport } from './sla-report.types';

/** The columns, which are the fields of the figures. */
const COLUMNS = [
  'agentId',
  'memberId',
  'policyId',
  'policyName',
  'milestone',
  'started',
  'met',
  'metLate',
  'breaching',
  'open',
  'cancelled',
  'metShare',
  'medianSeconds',
  'p90Seconds',
] as const satisfies readonly (keyof SlaFigures)[];

export const REPORT_CSV_EXAMPLE =
  `${COLUMNS.join(',')}\r\n` + ',,,,first_response,200,150,20,5,15,10,0.8571,1260,3180\r\n';

/** A report as CSV with a header row; what is null is empty. */
export async function* reportCsv({ figures }: SlaReport): AsyncGenerator<string> {
  yield csvRecord(COLUMNS);
  for (const row of figures)
    yield csvRecord(COLUMNS.map((column) => (row[column] === null ? null : String(row[column]))));
}
