import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { isProblem } from '../../api/problems';
import { SelectField, TextField } from '../../kit';
import { useText, useWords } from '../../words/words';
import { useSettled } from '../frame/settled';
import { calendarOf, type Day, type PolicyDraft } from './policy-draft';

interface Props extends Pick<PolicyDraft, 'calendar' | 'targets'> {
  workspaceId: string;
}

/** What the hours mean: the service computes when a request of a moment would be due. */
export function TargetPreview({ workspaceId, calendar, targets }: Props): ReactNode {
  const text = useText();
  const { locale } = useWords();
  const [chosen, setChosen] = useState(0);
  const [startedAt, setStartedAt] = useState(() => localMoment(nextFriday(new Date())));
  const target = targets[chosen] ?? targets[0];
  const zone = zoneOf(calendar.timezone);
  const body = useSettled(
    JSON.stringify({
      seconds: target?.seconds ?? 0,
      startedAt: startedAt === '' ? '' : instantOf(startedAt, zone).toISOString(),
      calendar: calendarOf(calendar),
    }),
    400,
  );
  const isAskable = Boolean(target) && startedAt !== '';
  const { data, error } = useQuery({
    queryKey: ['previewSlaTarget', workspaceId, body],
    queryFn: () =>
      dataOf(
        api.POST('/workspaces/{workspaceId}/sla-policies/preview', {
          params: { path: { workspaceId } },
          body: JSON.parse(body) as { seconds: number; startedAt: string },
        }),
      ),
    enabled: isAskable,
    retry: false,
  });
  const moment = (at: string): string =>
    new Intl.DateTimeFormat(locale, {
      dateStyle: 'full',
      timeStyle: 'short',
      timeZone: zone,
    }).format(new Date(at));
  /** Where in the form a refused value stands. Nothing for a value that the reader does not type. */
  const placeOf = (path = ''): string => {
    const [, , part, at] = path.split('/');
    const date = calendar.exceptions.filter((exception) => exception.date !== '')[Number(at)]?.date;
    if (part === 'timezone') return `${text('workspace.timezone')}: `;
    if (part === 'weekly' && at) return `${text(`sla.day.${at as Day}`)}: `;
    return part === 'exceptions' && date ? `${text('sla.hoursOn', { date })}: ` : '';
  };
  return (
    <section className="part" aria-labelledby="preview-title">
      <h2 id="preview-title">{text('sla.preview')}</h2>
      <SelectField
        label={text('sla.previewTarget')}
        options={targets.map(({ milestone }, at) => ({ value: String(at), name: text(`sla.milestone.${milestone}`) }))}
        value={String(targets[chosen] ? chosen : 0)}
        onChange={(at) => setChosen(Number(at))}
      />
      <TextField
        label={text('sla.previewStart', { zone })}
        type="datetime-local"
        value={startedAt}
        onChange={setStartedAt}
      />
      <div role="status">
        {error && (
          <p className="wrong">
            {isProblem(error)
              ? [error.message, ...error.details.map(({ path, message }) => `${placeOf(path)}${message}.`)].join(' ')
              : text('app.wentWrong')}
          </p>
        )}
        {data && !error && (
          <>
            <p>
              <strong>{text('sla.due', { at: moment(data.dueAt), zone })}</strong>
            </p>
            <ul>
              {data.intervals.slice(0, 10).map(({ from, to }) => (
                <li key={from}>{text('sla.counted', { from: moment(from), to: moment(to) })}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}

/** Friday at 16:30, which shows what a weekend does. */
function nextFriday(now: Date): Date {
  const at = new Date(now);
  at.setDate(at.getDate() + ((5 - at.getDay() + 7) % 7 || 7));
  at.setHours(16, 30, 0, 0);
  return at;
}

/** As a field for moments has it. */
function localMoment(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The zone of the policy; UTC while it is none, which the service says of it. */
function zoneOf(timezone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone });
    return timezone || 'UTC';
  } catch {
    return 'UTC';
  }
}

/** The moment at which clocks in `zone` show `local`, which is as a field for moments has it. */
function instantOf(local: string, zone: string): Date {
  const wanted = Date.parse(`${local}Z`);
  // The offset of about then, and with it the one of then: a clock change may lie between.
  const about = wanted - offsetAt(wanted, zone);
  return new Date(wanted - offsetAt(about, zone));
}

/** Milliseconds by which clocks in `zone` are ahead of UTC. */
function offsetAt(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(at);
  const number = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value);
  const [year, month, day] = [number('year'), number('month'), number('day')];
  return Date.UTC(year, month - 1, day, number('hour'), number('minute'), number('second')) - at;
}
