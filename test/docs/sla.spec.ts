import { readFileSync } from 'node:fs';
import { WEEKDAYS, type WorkingCalendar } from '../../src/common/time/working-calendar.types';
import type { ClockEvent } from '../../src/sla/engine/clock.types';
import { ClockTimeline } from '../../src/sla/engine/clock-timeline';
import { WorkingTime } from '../../src/common/time/working-time';
import type { DispositionCode, SlaMilestone, WaitingOn } from '../../src/support/support-request.types';
import { PolicyDesk } from '../factories/policy-fixtures';
import { startParley } from '../support/parley';

const page = readFileSync('docs/sla.md', 'utf8');

describe('docs/sla.md', () => {
  const rows = page
    .split('\n')
    .filter((line) => /^\| [A-Z]\w+\/\w+ /.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));

  it('has examples', () => {
    expect(rows.length).toBeGreaterThanOrEqual(10);
  });

  it.each(rows)('%s%s, %s from %s: %s s are over at %s', (_, timezone, hours, start, seconds, due) => {
    const intervals = hours.split(', ').map((interval) => {
      const [from, to] = interval.split('–');
      return { from: from!, to: to! };
    });
    const weekly = Object.fromEntries(WEEKDAYS.map((day) => [day, intervals])) as WorkingCalendar['weekly'];
    const time = new WorkingTime({ timezone, weekly, exceptions: [] });
    const [from, to] = [Date.parse(start), Date.parse(due)];
    expect(time.after(from, Number(seconds) * 1000)).toBe(to);
    expect(time.between(from, to)).toBe(Number(seconds) * 1000);
  });

  const clocks = page
    .split('\n')
    .filter((line) => /^\| \w+_\w+ +\| \d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));

  it('has clocks', () => {
    expect(clocks.length).toBeGreaterThanOrEqual(10);
  });

  it.each(clocks)('%s%s of %s, pausing on %s: %s; at %s it is %s', (...cells) => {
    const [, milestone = '', target, pauses = '', happened = '', at, status, elapsed] = cells;
    const pauseOn = pauses.split(' ').filter(Boolean) as WaitingOn[];
    const policy = { policyId: '', policyVersion: 1, targetSeconds: Number(target) * 60, warnAtPercent: 80, pauseOn };
    const events: ClockEvent[] = [{ kind: 'started', at: 0, version: 1, ...policy }];
    const clock = (): ClockTimeline => new ClockTimeline(milestone as SlaMilestone, events, WorkingTime.of(ALWAYS));
    for (const event of happened.split(', ').filter(Boolean)) {
      const words = event.split(' ');
      const when = Number(words.at(-1)) * 60_000;
      // What comes to pass by itself, unless what happens now undoes it.
      if (words[0] !== 'back') events.push(...clock().passedBy(when));
      events.push(eventOf(words, when));
    }
    events.push(...clock().passedBy(Number(at) * 60_000));
    const now = Number(at) * 60_000;
    expect(clock().figures(now).status).toBe(status);
    const counted = clock()
      .counted(now)
      .reduce((sum, { from, to }) => sum + to - from, 0);
    expect(counted / 60_000).toBe(Number(elapsed));
  });

  it('has a policy that is taken as it stands', async () => {
    const [, policy = ''] = /```json\n([^]*?)\n```/.exec(page) ?? [];
    const parley = await startParley();
    const desk = await PolicyDesk.open(parley);
    const documented = JSON.parse(policy) as { name: string };
    const { status, body } = await desk.create(documented);
    await parley.stop();
    expect([status, body.name]).toEqual([201, documented.name]);
  });
});

const ALWAYS: WorkingCalendar = {
  timezone: 'UTC',
  weekly: Object.fromEntries(
    WEEKDAYS.map((day) => [day, [{ from: '00:00', to: '24:00' }]]),
  ) as WorkingCalendar['weekly'],
  exceptions: [],
};

/** `waiting customer 30`, in minutes. */
function eventOf([kind, what]: readonly string[], at: number): ClockEvent {
  switch (kind) {
    case 'waiting':
      return { kind, at, version: 2, waitingOn: what as WaitingOn, resumeAt: null };
    case 'active':
      return { kind, at, version: 3 };
    case 'ended':
      return { kind, at, version: 4, disposition: what as DispositionCode };
    case 'answered': {
      const answer = { messageId: 'message', memberId: null, writtenAt: at };
      return { kind, at, ...answer, replyType: 'substantive', outcome: 'accepted', satisfied: true };
    }
    default:
      return { kind: 'taken_back', at, messageId: 'message' };
  }
}
