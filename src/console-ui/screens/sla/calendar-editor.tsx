import type { ReactNode } from 'react';
import { Button, IconButton, TextField } from '../../kit';
import { useText } from '../../words/words';
import { DAYS, type Day } from './policy-draft';
import type { Calendar } from './queries';

type Interval = Calendar['weekly'][Day][number];
const WEEKDAYS: readonly Day[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

interface Props {
  calendar: Calendar;
  onChange: (calendar: Calendar) => void;
}

/** Working hours by day of the week, and dates on which they are others. */
export function CalendarEditor({ calendar, onChange }: Props): ReactNode {
  const text = useText();
  const { weekly, exceptions } = calendar;
  const setExceptions = (changed: Calendar['exceptions']): void => onChange({ ...calendar, exceptions: changed });
  return (
    <section className="part" aria-labelledby="calendar-title">
      <h2 id="calendar-title">{text('sla.calendar')}</h2>
      <TextField
        label={text('workspace.timezone')}
        name="calendar/timezone"
        value={calendar.timezone}
        onChange={(timezone) => onChange({ ...calendar, timezone })}
        maxLength={64}
        isRequired
      />
      {DAYS.map((day) => (
        <Hours
          key={day}
          name={`calendar/weekly/${day}`}
          label={text(`sla.day.${day}`)}
          intervals={weekly[day]}
          onChange={(intervals) => onChange({ ...calendar, weekly: { ...weekly, [day]: intervals } })}
        />
      ))}
      <div>
        <Button
          onPress={() =>
            onChange({
              ...calendar,
              weekly: { ...weekly, ...Object.fromEntries(WEEKDAYS.map((day) => [day, weekly.monday])) },
            })
          }
        >
          {text('sla.copyMonday')}
        </Button>
      </div>
      <h3>{text('sla.exceptions')}</h3>
      <p className="soft">{text('sla.exceptionsHelp')}</p>
      {exceptions.map(({ date, intervals }, at) => (
        <div key={at} className="exception">
          <TextField
            label={text('sla.date')}
            name={`calendar/exceptions/${at}/date`}
            type="date"
            value={date}
            onChange={(typed) =>
              setExceptions(exceptions.map((one, index) => (index === at ? { ...one, date: typed } : one)))
            }
            isRequired
          />
          <Hours
            name={`calendar/exceptions/${at}/intervals`}
            label={text('sla.hoursOn', { date: date || '–' })}
            intervals={intervals}
            onChange={(changed) =>
              setExceptions(exceptions.map((one, index) => (index === at ? { ...one, intervals: changed } : one)))
            }
          />
          <Button
            aria-label={text('sla.removeException', { date: date || '–' })}
            onPress={() => setExceptions(exceptions.filter((_, index) => index !== at))}
          >
            {text('common.remove')}
          </Button>
        </div>
      ))}
      <div>
        <Button icon="plus" onPress={() => setExceptions([...exceptions, { date: '', intervals: [] }])}>
          {text('sla.addException')}
        </Button>
      </div>
    </section>
  );
}

interface HoursProps {
  name: string;
  label: string;
  intervals: readonly Interval[];
  onChange: (intervals: Interval[]) => void;
}

/** The working hours of one day. An empty list: a day off. */
function Hours({ name, label, intervals, onChange }: HoursProps): ReactNode {
  const text = useText();
  const set = (at: number, changes: Partial<Interval>): void =>
    onChange(intervals.map((one, index) => (index === at ? { ...one, ...changes } : one)));
  return (
    <fieldset className="plain-fieldset hours">
      <legend>{label}</legend>
      {intervals.length === 0 && <span className="soft">{text('sla.closed')}</span>}
      {intervals.map(({ from, to }, at) => (
        <div key={at} className="interval">
          <TextField
            label={text('sla.opens')}
            name={`${name}/${at}/from`}
            type="time"
            value={from}
            onChange={(typed) => typed !== '' && set(at, { from: typed })}
          />
          {/* The end of a day is 24:00, which fields for times do not have. */}
          <TextField
            label={text('sla.closes')}
            name={`${name}/${at}/to`}
            type="time"
            value={to === '24:00' ? '00:00' : to}
            onChange={(typed) => typed !== '' && set(at, { to: typed === '00:00' ? '24:00' : typed })}
          />
          <IconButton
            icon="close"
            label={text('sla.removeHours', { day: label, hours: `${from}–${to}` })}
            onPress={() => onChange(intervals.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <IconButton
        icon="plus"
        label={text('sla.addHours', { day: label })}
        onPress={() => onChange([...intervals, nextInterval(intervals)])}
      />
    </fieldset>
  );
}

/** After the last one of the day, so that the new hours do not overlap. */
function nextInterval(intervals: readonly Interval[]): Interval {
  const last = intervals.at(-1);
  if (!last) return { from: '09:00', to: '17:00' };
  return last.to < '22:00' ? { from: last.to, to: '22:00' } : { from: last.to, to: '24:00' };
}
