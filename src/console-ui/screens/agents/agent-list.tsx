import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { mayUse } from '../../api/roles';
import {
  Button,
  Dialog,
  DialogTrigger,
  Empty,
  Form,
  FormProblem,
  LinkButton,
  Loading,
  Problem,
  Screen,
  TextField,
} from '../../kit';
import { useText } from '../../words/words';
import { useOwnMember } from '../frame/session';
import { useOnce } from '../frame/once';
import { type Agent, agentsQuery } from './queries';

/** All agents that the reader may see. */
export function AgentList(): ReactNode {
  const text = useText();
  const { workspaceId } = useParams({ from: '/w/$workspaceId' });
  const mayCreate = mayUse(useOwnMember(workspaceId).role, 'createAgent');
  const { data, error, refetch } = useQuery(agentsQuery(workspaceId));
  const create = mayCreate && <NewAgent workspaceId={workspaceId} />;
  return (
    <Screen title={text('agents.title')} actions={create}>
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.length === 0 && (
        <Empty
          action={
            mayCreate && (
              <LinkButton to={`/w/${workspaceId}/welcome`} look="primary">
                {text('agents.guided')}
              </LinkButton>
            )
          }
        >
          {text('agents.none')}
        </Empty>
      )}
      {data && data.length > 0 && (
        <ul className="agent-cards">
          {data.map((agent) => (
            <AgentCard key={agent.id} agent={agent} />
          ))}
        </ul>
      )}
    </Screen>
  );
}

function AgentCard({ agent }: { agent: Agent }): ReactNode {
  const text = useText();
  const channels = [
    agent.widgetConfig.widgetEnabled && text('channels.widget'),
    agent.chatPageEnabled && text('channels.page'),
  ].filter((name) => name !== false);
  return (
    <li className="agent-card">
      <LinkButton to={`/w/${agent.workspaceId}/agents/${agent.id}/try`}>
        <bdi>{agent.name}</bdi>
      </LinkButton>
      <span className={`state ${agent.status}`}>{text(`agents.state.${agent.status}`)}</span>
      <dl>
        <div>
          <dt>{text('agents.channels')}</dt>
          <dd>{channels.join(', ') || '–'}</dd>
        </div>
        <div>
          <dt>{text('agents.sources')}</dt>
          <dd>{text('agents.sourceCount', { count: agent.sourceCount })}</dd>
        </div>
        <div>
          <dt>{text('agents.conversations')}</dt>
          <dd>{text('agents.conversationCount', { count: agent.conversationCount })}</dd>
        </div>
      </dl>
      {agent.deletionScheduledAt && <p className="soft">{text('agents.deleting')}</p>}
    </li>
  );
}

function NewAgent({ workspaceId }: { workspaceId: string }): ReactNode {
  const text = useText();
  return (
    <DialogTrigger>
      <Button look="primary" icon="plus">
        {text('agents.new')}
      </Button>
      <Dialog title={text('agents.new')}>{() => <NewAgentForm workspaceId={workspaceId} />}</Dialog>
    </DialogTrigger>
  );
}

function NewAgentForm({ workspaceId }: { workspaceId: string }): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const create = useCreateAgent(workspaceId, (agent) =>
    navigate({
      to: '/w/$workspaceId/agents/$agentId/$tab',
      params: { workspaceId, agentId: agent.id, tab: 'knowledge' },
    }),
  );
  const [name, setName] = useState('');
  return (
    <Form problem={create.error} onSubmit={() => create.mutate({ name, status: 'draft' })}>
      <TextField
        label={text('agents.name')}
        name="name"
        value={name}
        onChange={setName}
        isRequired
        maxLength={255}
        autoFocus
      />
      <FormProblem problem={create.error} />
      <Button look="primary" type="submit" isPending={create.isPending}>
        {text('agents.create')}
      </Button>
    </Form>
  );
}

/** Creates a draft. A repeated press after a cut creates no second agent. */
export function useCreateAgent(workspaceId: string, onCreated: (agent: Agent) => unknown) {
  const queries = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (body: { name: string; website?: string; status: 'draft' | 'active' }) =>
      once(body, (key) =>
        dataOf(
          api.POST('/workspaces/{workspaceId}/agents', {
            params: { path: { workspaceId }, header: { 'Idempotency-Key': key } },
            body,
          }),
        ),
      ),
    onSuccess: async (agent) => {
      await queries.invalidateQueries(agentsQuery(workspaceId));
      await onCreated(agent);
    },
  });
}
