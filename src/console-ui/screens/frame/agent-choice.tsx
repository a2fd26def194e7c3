import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CheckboxField, Loading, Problem } from '../../kit';
import { agentsQuery } from '../agents/queries';

interface Props {
  workspaceId: string;
  label: string;
  /** What a choice means, and what none means. */
  help: string;
  chosen: readonly string[];
  onChange: (agentIds: readonly string[]) => void;
}

/** Any number of the agents that the reader can see. Nothing where there are no agents. */
export function AgentChoice({ workspaceId, label, help, chosen, onChange }: Props): ReactNode {
  const { data: agents, error, refetch } = useQuery(agentsQuery(workspaceId));
  if (error) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (!agents) return <Loading rows={1} />;
  if (agents.length === 0) return null;
  return (
    <fieldset className="plain-fieldset choices">
      <legend>{label}</legend>
      <p className="soft">{help}</p>
      {agents.map(({ id, name }) => (
        <CheckboxField
          key={id}
          label={name}
          value={chosen.includes(id)}
          onChange={(isOn) => onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))}
        />
      ))}
    </fieldset>
  );
}
