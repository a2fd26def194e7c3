import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CheckboxField, SelectField, SwitchField, TextField } from '../../kit';
import { useText } from '../../words/words';
import { agentsQuery } from '../agents/queries';
import { membersQuery } from '../inbox/queries';
import { useAllLabels } from './labels';
import type { Filter } from './queries';

const ANY = 'any';

interface Props {
  workspaceId: string;
  filter: Filter;
  onChange: (filter: Filter) => void;
}

/** Which conversations a view has. All conditions hold together. */
export function FilterFields({ workspaceId, filter, onChange }: Props): ReactNode {
  const text = useText();
  const { data: agents = [] } = useQuery(agentsQuery(workspaceId));
  const { data: members = [] } = useQuery(membersQuery(workspaceId));
  const labels = useAllLabels(workspaceId);
  const any = { value: ANY, name: text('queue.any') };
  const set = (name: keyof Filter, value: unknown): void => {
    const { [name]: _, ...rest } = filter;
    onChange(value === undefined || value === ANY || value === false ? rest : { ...rest, [name]: value });
  };
  const choice = (name: keyof Filter, label: string, options: readonly { value: string; name: string }[]) => (
    <SelectField
      label={label}
      options={[any, ...options]}
      value={(filter[name] as string | undefined) ?? ANY}
      onChange={(value) => set(name, value)}
    />
  );
  return (
    <>
      <div className="filters">
        {choice(
          'status',
          text('search.status'),
          (['open', 'waiting', 'closed'] as const).map((value) => ({ value, name: text(`contact.status.${value}`) })),
        )}
        {choice('handler', text('views.handler'), [
          { value: 'human', name: text('search.role.human') },
          { value: 'agent', name: text('search.role.agent') },
        ])}
        {choice('assignee', text('queue.assignee'), [
          { value: 'me', name: text('queue.me') },
          { value: 'unassigned', name: text('queue.unassigned') },
          ...members.map(({ id, name }) => ({ value: id, name })),
        ])}
        {choice(
          'agentId',
          text('queue.agent'),
          agents.map(({ id, name }) => ({ value: id, name })),
        )}
        {choice('channel', text('search.channel'), [
          { value: 'email', name: text('contact.mail') },
          { value: 'widget', name: text('contact.chat') },
        ])}
        {choice(
          'priority',
          text('queue.priority'),
          (['urgent', 'high', 'normal', 'low'] as const).map((value) => ({ value, name: text(`priority.${value}`) })),
        )}
        {choice(
          'sla',
          text('queue.clock'),
          (['breaching', 'imminent'] as const).map((value) => ({ value, name: text(`clock.${value}`) })),
        )}
        <TextField
          label={text('views.waiting')}
          name="filter/waitingMinutes"
          type="number"
          inputMode="numeric"
          value={filter.waitingMinutes === undefined ? '' : String(filter.waitingMinutes)}
          onChange={(typed) => set('waitingMinutes', typed === '' ? undefined : Number(typed))}
        />
      </div>
      <SwitchField
        label={text('views.unread')}
        value={filter.unread ?? false}
        onChange={(isOn) => set('unread', isOn)}
      />
      <SwitchField
        label={text('views.undelivered')}
        value={filter.undelivered ?? false}
        onChange={(isOn) => set('undelivered', isOn)}
      />
      <SwitchField
        label={text('views.main')}
        value={filter.parent === 'none'}
        onChange={(isOn) => set('parent', isOn ? 'none' : undefined)}
      />
      {filter.parent !== undefined && filter.parent !== 'none' && (
        <SwitchField label={text('views.sideOfOne')} value onChange={() => set('parent', undefined)} />
      )}
      {labels.length > 0 && (
        <fieldset className="plain-fieldset choices">
          <legend>{text('views.labels')}</legend>
          {labels.map(({ id, name }) => {
            const chosen = filter.labels ?? [];
            return (
              <CheckboxField
                key={id}
                label={name}
                value={chosen.includes(id)}
                onChange={(isOn) => {
                  const changed = isOn ? [...chosen, id] : chosen.filter((one) => one !== id);
                  set('labels', changed.length > 0 ? changed : undefined);
                }}
              />
            );
          })}
        </fieldset>
      )}
    </>
  );
}
