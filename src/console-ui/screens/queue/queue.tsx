import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { Listed, Screen, SelectField, SwitchField } from '../../kit';
import { useText } from '../../words/words';
import { agentsQuery } from '../agents/queries';
import { usePages } from '../frame/pages';
import { membersQuery } from '../inbox/queries';
import { Bulk } from './bulk';
import { PRIORITIES, type QueueSearch, STATES } from './filters';
import { Rows } from './rows';
import { useLiveRequests } from './use-live-requests';

const ROUTE = '/w/$workspaceId/queue';
const ANY = 'any';

/** Requests to people, those that are due first. */
export function Queue(): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const { workspaceId } = useParams({ from: ROUTE });
  const filter = useSearch({ from: ROUTE });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { data: agents = [] } = useQuery(agentsQuery(workspaceId));
  const { data: members = [] } = useQuery(membersQuery(workspaceId));
  const refetchInterval = useLiveRequests(workspaceId);
  const requests = usePages({
    queryKey: ['listSupportRequests', workspaceId, filter],
    read: (page, signal) =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/support-requests', {
          params: {
            path: { workspaceId },
            query: {
              limit: 50,
              sort: 'due',
              ...(filter.state && { state: filter.state }),
              ...(filter.priority && { priority: filter.priority }),
              ...(filter.assignee && { assignee: filter.assignee }),
              ...(filter.agent && { agentId: filter.agent }),
              ...(filter.breaching && { breaching: true }),
              ...page,
            },
          },
          signal,
        }),
      ),
    itemsOf: (page) => page.supportRequests,
    ...(refetchInterval && { refetchInterval }),
  });
  useEffect(() => setChosen(new Set()), [filter]);
  const change = (changes: { [Name in keyof QueueSearch]?: QueueSearch[Name] | undefined }): void => {
    const search = Object.fromEntries(Object.entries({ ...filter, ...changes }).filter(([, value]) => value));
    void navigate({ to: ROUTE, params: { workspaceId }, search, replace: true });
  };
  // Without ended requests, unless the reader wants them.
  const items = requests.items?.filter(({ state }) => filter.state === 'ended' || state !== 'ended');
  const any = { value: ANY, name: text('queue.any') };
  const pick = <V extends string>(value: string): V | undefined => (value === ANY ? undefined : (value as V));
  return (
    <Screen title={text('rail.queue')}>
      <div className="filters">
        <SelectField
          label={text('queue.state')}
          options={[any, ...STATES.map((value) => ({ value, name: text(`request.state.${value}`) }))]}
          value={filter.state ?? ANY}
          onChange={(value) => change({ state: pick(value) })}
        />
        <SelectField
          label={text('queue.priority')}
          options={[any, ...PRIORITIES.map((value) => ({ value, name: text(`priority.${value}`) }))]}
          value={filter.priority ?? ANY}
          onChange={(value) => change({ priority: pick(value) })}
        />
        <SelectField
          label={text('queue.assignee')}
          options={[
            any,
            { value: 'me', name: text('queue.me') },
            { value: 'unassigned', name: text('queue.unassigned') },
            ...members.map(({ id, name }) => ({ value: id, name })),
          ]}
          value={filter.assignee ?? ANY}
          onChange={(value) => change({ assignee: pick(value) })}
        />
        <SelectField
          label={text('queue.agent')}
          options={[any, ...agents.map(({ id, name }) => ({ value: id, name }))]}
          value={filter.agent ?? ANY}
          onChange={(value) => change({ agent: pick(value) })}
        />
        <SwitchField
          label={text('queue.breaching')}
          value={filter.breaching ?? false}
          onChange={(breaching) => change({ breaching })}
        />
      </div>
      <Bulk
        workspaceId={workspaceId}
        requests={items?.filter(({ id }) => chosen.has(id)) ?? []}
        members={members}
        onDone={(refused) => setChosen(new Set(refused))}
      />
      <Listed of={{ ...requests, items }} rows={6} empty={text('queue.none')}>
        {(shown) => (
          <Rows
            workspaceId={workspaceId}
            requests={shown}
            agents={agents}
            members={members}
            chosen={chosen}
            onChoose={(id, isOn) =>
              setChosen((before) => new Set(isOn ? [...before, id] : [...before].filter((one) => one !== id)))
            }
          />
        )}
      </Listed>
    </Screen>
  );
}
