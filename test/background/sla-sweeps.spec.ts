import { SlaSweep } from '../../src/sla/clocks/sla-sweep';
import { SupportDesk } from '../factories/support-fixtures';
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

describe('clocks that were worked out with an older release of the time zone rules', () => {
  it('are worked out anew where they still run', async () => {
    await desk.policy({ first_response: 3600 });
    const [open, over] = [await desk.request(), await desk.request()];
    await desk.transition(over.id, { kind: 'end', disposition: 'other' });
    const { dueAt } = await desk.clock(open.id, 'first_response');
    await parley.database.query(
      `UPDATE sla_clocks SET zones = '2000a', due_at = due_at + interval '1 day' WHERE workspace_id = $1`,
      [desk.inbox.workspace.id],
    );
    await parley.drain();
    expect((await desk.clock(open.id, 'first_response')).dueAt).toBe(dueAt);
    const rows = await parley.database.query<{ id: string; zones: string }[]>(
      'SELECT support_request_id AS id, zones FROM sla_clocks WHERE workspace_id = $1 ORDER BY id',
      [desk.inbox.workspace.id],
    );
    expect(rows).toEqual([
      { id: open.id, zones: process.versions.tz },
      { id: over.id, zones: '2000a' },
    ]);
  });

  it('are not asked for by the sweep, which looks every second', async () => {
    const statements = await parley.statementsOf(() => parley.get(SlaSweep).runOnce());
    expect(statements.filter((sql) => sql.includes('look_at'))).toHaveLength(1);
    expect(statements.filter((sql) => sql.includes('zones'))).toEqual([]);
  });
});

describe('clocks that cannot be worked on', () => {
  const run = (sql: string, { inbox }: SupportDesk): Promise<unknown> =>
    parley.database.query(sql, [inbox.workspace.id]);
  /** Its clock is due since an hour. */
  const late = async (of: SupportDesk): Promise<string> => {
    await of.policy({ first_response: 3600 });
    const { id } = await of.request();
    await run(
      `UPDATE sla_clock_events SET event = jsonb_set(event, '{at}', to_jsonb((event ->> 'at')::bigint - 7200000)) WHERE workspace_id = $1`,
      of,
    );
    await run(`UPDATE sla_clocks SET look_at = now() - interval '1 hour' WHERE workspace_id = $1`, of);
    return id;
  };

  it.each([
    [
      'whose start is beyond all time',
      `UPDATE sla_clock_events SET event = jsonb_set(event, '{at}', '1e300') WHERE workspace_id = $1`,
    ],
    [
      'whose start was long before history',
      `UPDATE sla_clock_events SET event = jsonb_set(event, '{at}', '-8e15') WHERE workspace_id = $1`,
    ],
    ['to which nothing has happened', 'DELETE FROM sla_clock_events WHERE workspace_id = $1'],
    ['whose calendar is none', `UPDATE sla_snapshots SET calendar = '[]' WHERE workspace_id = $1`],
    ['whose calendar is lost', 'DELETE FROM sla_snapshots WHERE workspace_id = $1'],
  ])('hold up no other: one %s', async (_which, spoil) => {
    await late(desk);
    await run(
      `UPDATE sla_clocks SET look_at = look_at - interval '1 day', zones = '2000a' WHERE workspace_id = $1`,
      desk,
    );
    await run(spoil, desk);
    const other = await SupportDesk.open(parley);
    const id = await late(other);
    await run(`UPDATE sla_clocks SET zones = '2000b' WHERE workspace_id = $1`, other);
    await parley.drain();
    const [clock] = await parley.database.query<{ status: string; zones: string }[]>(
      'SELECT status, zones FROM sla_clocks WHERE workspace_id = $1 AND support_request_id = $2',
      [other.inbox.workspace.id, id],
    );
    expect(clock).toEqual({ status: 'breaching', zones: process.versions.tz });
    const left = await parley.database.query<{ n: number }[]>(
      'SELECT count(*)::int AS n FROM sla_clocks WHERE look_at <= now() AND finished_at IS NULL',
    );
    expect(left).toEqual([{ n: 0 }]);
  });
});
