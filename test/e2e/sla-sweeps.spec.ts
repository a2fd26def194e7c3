import { SlaSweep } from '../../src/support/sla/sla-sweep';
import { SupportDesk } from '../factories/support-desk';
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
