import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { isProblem } from '../../api/problems';
import { SelectField, TextField } from '../../kit';
import { useText, useWords } from '../../words/words';
import { useSettled } from '../frame/settled';
import { calendarOf, type PolicyDraft } from './policy-draft';

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
  const body = useSettled(
    JSON.stringify({
      seconds: target?.seconds ?? 0,
      startedAt: startedAt === '' ? '' : new Date(startedAt).toISOString(),
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
      timeZone: zoneOf(calendar.timezone),
    }).format(new Date(at));
  return (
    <section className="part" aria-labelledby="preview-title">
      <h2 id="preview-title">{text('sla.preview')}</h2>
      <SelectField
        label={text('sla.previewTarget')}
        options={targets.map(({ milestone }, at) => ({ value: String(at), name: text(`sla.milestone.${milestone}`) }))}
        value={String(targets[chosen] ? chosen : 0)}
        onChange={(at) => setChosen(Number(at))}
      />
      <TextField label={text('sla.previewStart')} type="datetime-local" value={startedAt} onChange={setStartedAt} />
      <div role="status">
        {error && (
          <p className="wrong">
            {isProblem(error)
              ? [error.message, ...error.details.map(({ path, message }) => `${path ?? ''} ${message}`)].join(' ')
              : text('app.wentWrong')}
          </p>
        )}
        {data && !error && (
          <>
            <p>
              <strong>{text('sla.due', { at: moment(data.dueAt) })}</strong>
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

/** As a field for moments has it, in the zone of the browser. */
function localMoment(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function zoneOf(timezone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
