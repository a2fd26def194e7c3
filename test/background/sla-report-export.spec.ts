import { parse } from 'csv-parse/sync';
import { SupportDesk } from '../factories/support-fixtures';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: SupportDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await SupportDesk.open(parley);
});

const DAY_MS = 86_400_000;
const at = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

const exportOf = (query: Record<string, string>, where = ''): Promise<Reply> =>
  parley.call('GET', `${desk.path}/sla/report${where}`, { token: desk.inbox.author.secret, query });

describe('exportSlaReport', () => {
  it('200 with the same figures as a file of CSV', async () => {
    const name = '=1+1, "quoted" and ü';
    await desk.policy({ first_response: 3600, handoff_pickup: 60 }, { name });
    await desk.replied((await desk.handedOver()).conversationId);
    const query = { from: at(-30), to: at(1), groupBy: 'policy' };
    const reply = await exportOf(query, '/export');
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="sla-report.csv"');
    const rows = (await exportOf(query)).body.figures as Record<string, unknown>[];
    expect(rows).toMatchObject([{ policyName: name }, { policyName: name }]);
    expect(Object.keys(rows[0]!).join(',')).toBe(reply.text.split('\r\n')[0]);
    const cells = rows.map((row) => Object.values(row).map((value) => (value === null ? '' : String(value))));
    expect(parse(reply.text).slice(1)).toEqual(cells);
  });

  it('200 with the header row alone where no clock has started', async () => {
    const { text } = await exportOf({ from: at(-30), to: at(1) }, '/export');
    expect(text).toMatch(/^agentId,.*,p90Seconds\r\n$/);
  });
});

describe('a report that does not end', () => {
  it.each(['', '/export'])('503 overloaded, and what to ask for instead%s', async (where) => {
    const blocker = parley.database.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query('LOCK TABLE sla_clocks');
    const reply = await exportOf({ from: at(-30), to: at(1) }, where);
    await blocker.rollbackTransaction();
    await blocker.release();
    expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([503, 'overloaded', '2']);
    expect(reply.body.error).toBe(
      'The report takes too long at the moment. Try again shortly, or ask for a shorter period.',
    );
  });
});
