import { WEEKDAYS, type WorkingCalendar, type WorkingInterval } from '../common/time/working-calendar.types';
import { fillElapsed } from './fill-elapsed';

const always = calendar({ from: '00:00', to: '24:00' });
const office = calendar({ from: '08:00', to: '16:00' });

const at = (time: string): number => Date.parse(`2026-01-15T${time}Z`);
const counting = (version: string, elapsedMs: number, since: string, readAt: string): string =>
  `{"status":"pending","elapsedSeconds":"${version} ${elapsedMs} ${at(since)} ${at(readAt)}"}`;

describe('what has passed of clocks that count', () => {
  it('is by the calendar of each, in whole seconds, with what had passed before', () => {
    const json = [
      `[${counting('one 1', 1_500, '06:00:00.000', '10:00:00.499')},${counting('one 2', 0, '06:00:00.000', '10:00:00.499')}]`,
      counting('other 1', 61_000, '15:00:00.000', '20:00:00.000'),
    ];
    const filled = fillElapsed(json, { 'one 1': always, 'one 2': office, 'other 1': office });
    expect(filled.map((text) => JSON.parse(text) as unknown)).toEqual([
      [
        { status: 'pending', elapsedSeconds: 14_401 },
        { status: 'pending', elapsedSeconds: 7_200 },
      ],
      { status: 'pending', elapsedSeconds: 3_661 },
    ]);
  });

  it('is for instants before 1970 too', () => {
    const json = '{"elapsedSeconds":"one 1 0 -86400000 -1"}';
    expect(fillElapsed([json], { 'one 1': always })).toEqual(['{"elapsedSeconds":86399}']);
  });

  it('is what had passed before where the calendar is missing', () => {
    const json = counting('lost 1', 1_500, '06:00:00.000', '10:00:00.000');
    expect(fillElapsed([json], {})).toEqual(['{"status":"pending","elapsedSeconds":1}']);
  });

  it('leaves alone what customers wrote, and clocks that do not count', () => {
    const subject = '"elapsedSeconds":"one 1 0 0 1000"';
    const json = JSON.stringify({ subject, note: `,${subject}`, sla: [{ elapsedSeconds: 60 }] });
    expect(fillElapsed([json], { 'one 1': always })).toEqual([json]);
  });
});

function calendar(hours: WorkingInterval): WorkingCalendar {
  const weekly = Object.fromEntries(WEEKDAYS.map((day) => [day, [hours]])) as WorkingCalendar['weekly'];
  return { timezone: 'UTC', weekly, exceptions: [] };
}
