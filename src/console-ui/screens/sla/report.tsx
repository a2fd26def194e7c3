import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { API_ADDRESS, api, dataOf, type Schemas } from '../../api/client';
import { Empty, LinkButton, Loading, Problem, Screen, SelectField, Table, TextField } from '../../kit';
import { useText, useWords } from '../../words/words';
import { agentsQuery } from '../agents/queries';
import { membersQuery, nameOf } from '../inbox/queries';
import { useSettled } from '../frame/settled';
import { durationOf } from './durations';
import { Plot } from './plot';
import { MILESTONES, type Milestone } from './queries';

type Figures = Schemas['SlaFigures'];
type Group = 'none' | 'agent' | 'member' | 'policy';
const DAY_MS = 86_400_000;

/** How many clocks were met, and how long that took: as numbers, over time, and as a file. */
export function SlaReport(): ReactNode {
  const text = useText();
  const { locale } = useWords();
  const { workspaceId } = useParams({ from: '/w/$workspaceId' });
  const [from, setFrom] = useState(() => dayOf(Date.now() - 29 * DAY_MS));
  const [to, setTo] = useState(() => dayOf(Date.now()));
  const [group, setGroup] = useState<Group>('none');
  const [milestone, setMilestone] = useState<Milestone | 'all'>('first_response');
  const days = useSettled(JSON.stringify({ from, to }), 400);
  const period = JSON.parse(days) as { from: string; to: string };
  const isPeriod = period.from !== '' && period.to !== '' && period.from <= period.to;
  const length = isPeriod ? (Date.parse(period.to) - Date.parse(period.from)) / DAY_MS + 1 : 0;
  const query = {
    from: isPeriod ? new Date(`${period.from}T00:00:00`).toISOString() : '',
    to: isPeriod ? endOf(period.to) : '',
    ...(group !== 'none' && { groupBy: group }),
    ...(milestone !== 'all' && { milestone }),
  };
  const { data, error, refetch } = useQuery({
    queryKey: ['getSlaReport', workspaceId, query],
    queryFn: () =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/sla/report', {
          params: { path: { workspaceId }, query: { ...query, interval: length > 60 ? 'week' : 'day' } },
        }),
      ),
    enabled: isPeriod,
    placeholderData: keepPreviousData,
  });
  const series = data?.series?.map((interval) => ({
    at: interval.from,
    share: shareOf(interval.figures),
    started: interval.figures.reduce((sum, { started }) => sum + started, 0),
  }));
  return (
    <Screen
      title={text('slaReport.title')}
      actions={
        isPeriod && (
          <LinkButton
            to={`${API_ADDRESS}/workspaces/${workspaceId}/sla/report/export?${new URLSearchParams(query).toString()}`}
          >
            {text('slaReport.export')}
          </LinkButton>
        )
      }
    >
      <div className="filters">
        <TextField label={text('slaReport.from')} type="date" value={from} onChange={setFrom} />
        <TextField label={text('slaReport.to')} type="date" value={to} onChange={setTo} />
        <SelectField
          label={text('slaReport.groupBy')}
          options={(['none', 'agent', 'member', 'policy'] as const).map((value) => ({
            value,
            name: text(`slaReport.group.${value}`),
          }))}
          value={group}
          onChange={setGroup}
        />
        <SelectField
          label={text('sla.milestone')}
          options={[
            { value: 'all' as const, name: text('slaReport.allMilestones') },
            ...MILESTONES.map((value) => ({ value, name: text(`sla.milestone.${value}`) })),
          ]}
          value={milestone}
          onChange={setMilestone}
        />
      </div>
      {!isPeriod && <p className="wrong">{text('slaReport.noPeriod')}</p>}
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {isPeriod && !data && !error && <Loading rows={5} />}
      {data?.figures.length === 0 && <Empty>{text('slaReport.none')}</Empty>}
      {data && data.figures.length > 0 && <Numbers workspaceId={workspaceId} group={group} figures={data.figures} />}
      {data && data.omittedGroups > 0 && <p>{text('slaReport.omitted', { count: data.omittedGroups })}</p>}
      {series && data!.figures.length > 0 && (
        <Plot
          title={text('slaReport.overTime')}
          points={series.map(({ at, share, started }) => ({
            at: new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(at)),
            value: share,
            count: started,
          }))}
        />
      )}
    </Screen>
  );
}

interface NumbersProps {
  workspaceId: string;
  group: Group;
  figures: readonly Figures[];
}

function Numbers({ workspaceId, group, figures }: NumbersProps): ReactNode {
  const text = useText();
  const { locale } = useWords();
  const { data: agents } = useQuery({ ...agentsQuery(workspaceId), enabled: group === 'agent' });
  const { data: members } = useQuery({ ...membersQuery(workspaceId), enabled: group === 'member' });
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const time = (seconds: number | null): string => (seconds === null ? '–' : durationOf(seconds, locale));
  const names: Readonly<Record<Group, (of: Figures) => string | null>> = {
    none: () => text('slaReport.group.none'),
    agent: ({ agentId }) => agents?.find(({ id }) => id === agentId)?.name ?? agentId,
    member: ({ memberId }) => nameOf(members, memberId) ?? memberId,
    policy: ({ policyName, policyId }) => policyName ?? policyId,
  };
  const columns = [
    ...(group === 'none' ? [] : [text(`slaReport.group.${group}`)]),
    text('sla.milestone'),
    text('slaReport.started'),
    text('clock.met'),
    text('clock.met_late'),
    text('slaReport.late'),
    text('slaReport.open'),
    text('clock.cancelled'),
    text('slaReport.share'),
    text('slaReport.median'),
    text('slaReport.p90'),
  ];
  return (
    <Table label={text('slaReport.figures')} caption columns={columns}>
      {figures.map((row, at) => (
        <tr key={at}>
          {group !== 'none' && (
            <th scope="row">
              <bdi>{names[group](row) ?? text('slaReport.nobody')}</bdi>
            </th>
          )}
          <td>{text(`sla.milestone.${row.milestone}`)}</td>
          {[row.started, row.met, row.metLate, row.breaching, row.open, row.cancelled].map((count, column) => (
            <td key={column}>{number.format(count)}</td>
          ))}
          <td>{row.metShare === null ? '–' : percent.format(row.metShare)}</td>
          <td>{time(row.medianSeconds)}</td>
          <td>{time(row.p90Seconds)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** Of all clocks that are decided, those that were met in time. Null: none is. */
function shareOf(figures: readonly Figures[]): number | null {
  const met = figures.reduce((sum, row) => sum + row.met, 0);
  const decided = figures.reduce((sum, row) => sum + row.met + row.metLate + row.breaching, 0);
  return decided === 0 ? null : met / decided;
}

function dayOf(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** The report goes to the moment before. */
function endOf(day: string): string {
  const at = new Date(`${day}T00:00:00`);
  at.setDate(at.getDate() + 1);
  return at.toISOString();
}
