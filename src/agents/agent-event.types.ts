import { declareEvents, EventData } from '../common/event-types/declare-events';
import { EnumField, InstantField } from '../common/event-types/event-fields';
import { AGENT_STATUSES, type AgentStatus } from './agent-status';

class AgentData extends EventData {
  @EnumField(AGENT_STATUSES)
  status: AgentStatus;
  @InstantField({ nullable: true })
  deletionScheduledAt: string | null;
}

const AGENT = { audience: 'member', data: AgentData, agentBound: true, resource: 'agent' } as const;

export const AGENT_EVENTS = declareEvents('agents', {
  'agent.created': { ...AGENT, summary: 'An agent was created.' },
  'agent.updated': { ...AGENT, summary: 'The settings of an agent have changed.' },
  'agent.deletion_scheduled': { ...AGENT, summary: 'An agent will be purged at `deletionScheduledAt`.' },
  'agent.restored': { ...AGENT, summary: 'The purge of an agent was called off.' },
  'agent.deleted': {
    ...AGENT,
    summary: 'An agent was purged with its conversations: delete your copies.',
  },
});
