import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client';
import {
  Button,
  ConfirmedButton,
  Form,
  FormProblem,
  Loading,
  notify,
  Problem,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from '../../kit';
import { useText } from '../../words/words';
import { AgentFields, useAgentForm } from './agent-form';
import { type Agent, agentQuery, agentsQuery, pathOf, type TabProps } from './queries';

/** A draft becomes active, and what was active is switched off and on. */
const STATUSES = {
  draft: ['draft', 'active'],
  active: ['active', 'inactive'],
  inactive: ['inactive', 'active'],
} as const;

/** How the agent answers, and what that may cost. */
export function BehaviourTab({ agent, isAdmin }: TabProps): ReactNode {
  const text = useText();
  const form = useAgentForm(agent);
  const { draft, change } = form;
  return (
    <div className="stacked">
      <AgentFields form={form} isAdmin={isAdmin}>
        <TextField
          label={text('agents.name')}
          name="name"
          value={draft.name}
          onChange={(name) => change({ name })}
          isRequired
          maxLength={255}
        />
        <SelectField
          label={text('agents.status')}
          help={text('agents.statusHelp')}
          options={STATUSES[agent.status].map((value) => ({ value, name: text(`agents.state.${value}`) }))}
          value={draft.status}
          onChange={(status) => change({ status })}
          isDisabled={!isAdmin}
        />
        <TextAreaField
          label={text('agents.prompt')}
          help={text('agents.promptHelp')}
          name="systemPrompt"
          value={draft.systemPrompt}
          onChange={(systemPrompt) => change({ systemPrompt })}
          maxLength={20_000}
        />
        <TextField
          label={text('agents.model')}
          help={text('agents.modelHelp')}
          name="model"
          value={draft.model}
          onChange={(model) => change({ model })}
          isRequired
          maxLength={200}
        />
        <NumberField
          label={text('agents.temperature')}
          help={text('agents.temperatureHelp')}
          name="temperature"
          value={draft.temperature}
          onChange={(temperature) => change({ temperature })}
        />
        <NumberField
          label={text('agents.rate')}
          help={text('agents.rateHelp')}
          name="rateLimitPerMinute"
          value={draft.rateLimitPerMinute}
          onChange={(rateLimitPerMinute) => change({ rateLimitPerMinute })}
        />
        <SwitchField
          label={text('agents.capture')}
          value={draft.learningConfig.captureEnabled}
          onChange={(captureEnabled) => change({ learningConfig: { captureEnabled } })}
          isDisabled={!isAdmin}
        />
      </AgentFields>
      <Budget agent={agent} isAdmin={isAdmin} />
      {isAdmin && <Deletion agent={agent} />}
    </div>
  );
}

interface NumberProps {
  label: string;
  help: string;
  name: string;
  value: number;
  onChange: (value: number) => void;
}

/** Keeps what the reader types; only numbers go on. The service says which are in range. */
function NumberField({ value, onChange, ...props }: NumberProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed !== null && (typed === '' || Number(typed) === value) ? typed : String(value);
  return (
    <TextField
      {...props}
      type="number"
      inputMode="decimal"
      isRequired
      value={shown}
      onChange={(text) => {
        setTyped(text);
        if (text !== '' && Number.isFinite(Number(text))) onChange(Number(text));
      }}
    />
  );
}

/** Tokens at model servers: the limits, and what is used of them. */
function Budget({ agent, isAdmin }: TabProps): ReactNode {
  const text = useText();
  const path = pathOf(agent);
  const budget = useQuery({
    queryKey: ['getAgentTokenBudget', agent.workspaceId, agent.id],
    queryFn: () => dataOf(api.GET('/workspaces/{workspaceId}/agents/{agentId}/token-budget', { params: { path } })),
  });
  const usage = useQuery({
    queryKey: ['listAgentTokenUsage', agent.workspaceId, agent.id],
    queryFn: () =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/agents/{agentId}/token-usage', { params: { path, query: { days: 30 } } }),
      ),
  });
  return (
    <section className="part" aria-labelledby="budget-title">
      <h2 id="budget-title">{text('budget.title')}</h2>
      <p className="soft">{text('budget.help')}</p>
      {budget.error && <Problem problem={budget.error} onRetry={() => void budget.refetch()} />}
      {!budget.data && !budget.error && <Loading rows={2} />}
      {budget.data && <p>{text('budget.used', { today: budget.data.usedToday, month: budget.data.usedThisMonth })}</p>}
      {budget.data && isAdmin && (
        <BudgetForm
          agent={agent}
          perDay={budget.data.tokensPerDay}
          perMonth={budget.data.tokensPerMonth}
          onSaved={() => void budget.refetch()}
        />
      )}
      {usage.error && <Problem problem={usage.error} onRetry={() => void usage.refetch()} />}
      {usage.data && usage.data.usage.length > 0 && (
        <div className="table-frame" tabIndex={0} role="region" aria-label={text('budget.usage')}>
          <table>
            <caption>{text('budget.usage')}</caption>
            <thead>
              <tr>
                <th scope="col">{text('budget.day')}</th>
                <th scope="col">{text('agents.model')}</th>
                <th scope="col">{text('budget.requests')}</th>
                <th scope="col">{text('budget.input')}</th>
                <th scope="col">{text('budget.output')}</th>
              </tr>
            </thead>
            <tbody>
              {usage.data.usage.map((row) => (
                <tr key={`${row.day} ${row.model}`}>
                  <td>{row.day}</td>
                  <td>{row.model}</td>
                  <td>{row.requests}</td>
                  <td>{row.inputTokens}</td>
                  <td>{row.outputTokens}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

interface BudgetFormProps {
  agent: Agent;
  perDay: number | null;
  perMonth: number | null;
  onSaved: () => void;
}

function BudgetForm({ agent, perDay, perMonth, onSaved }: BudgetFormProps): ReactNode {
  const text = useText();
  const [day, setDay] = useState(perDay === null ? '' : String(perDay));
  const [month, setMonth] = useState(perMonth === null ? '' : String(perMonth));
  const numberOf = (value: string) => (value === '' ? null : Number(value));
  const update = useMutation({
    mutationFn: () =>
      dataOf(
        api.PATCH('/workspaces/{workspaceId}/agents/{agentId}/token-budget', {
          params: { path: pathOf(agent) },
          body: {
            ...(numberOf(day) !== perDay && { tokensPerDay: numberOf(day) }),
            ...(numberOf(month) !== perMonth && { tokensPerMonth: numberOf(month) }),
          },
        }),
      ),
    onSuccess: () => {
      notify(text('agents.saved'));
      onSaved();
    },
  });
  const isChanged = numberOf(day) !== perDay || numberOf(month) !== perMonth;
  return (
    <Form problem={update.error} onSubmit={() => update.mutate()}>
      <TextField
        label={text('budget.perDay')}
        help={text('budget.noLimit')}
        name="tokensPerDay"
        type="number"
        inputMode="numeric"
        value={day}
        onChange={setDay}
      />
      <TextField
        label={text('budget.perMonth')}
        help={text('budget.noLimit')}
        name="tokensPerMonth"
        type="number"
        inputMode="numeric"
        value={month}
        onChange={setMonth}
      />
      <FormProblem problem={update.error} />
      <Button type="submit" isPending={update.isPending} isDisabled={!isChanged}>
        {text('budget.save')}
      </Button>
    </Form>
  );
}

/** Scheduled for 30 days, in which it can be taken back. */
function Deletion({ agent }: { agent: Agent }): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const params = { params: { path: pathOf(agent) } };
  const change = useMutation({
    mutationFn: () =>
      agent.deletionScheduledAt
        ? dataOf(api.POST('/workspaces/{workspaceId}/agents/{agentId}/restore', params))
        : dataOf(api.DELETE('/workspaces/{workspaceId}/agents/{agentId}', params)),
    onSuccess: (saved) => {
      queries.setQueryData(agentQuery(agent.workspaceId, agent.id).queryKey, saved);
      void queries.invalidateQueries(agentsQuery(agent.workspaceId));
    },
  });
  return (
    <section className="part">
      <FormProblem problem={change.error} />
      {agent.deletionScheduledAt ? (
        <Button isPending={change.isPending} onPress={() => change.mutate()}>
          {text('agents.restore')}
        </Button>
      ) : (
        <ConfirmedButton
          title={text('agents.deleteTitle', { name: agent.name })}
          action={text('agents.delete')}
          isPending={change.isPending}
          onConfirm={() => change.mutate()}
        >
          {text('agents.deleteHelp')}
        </ConfirmedButton>
      )}
    </section>
  );
}
