/** draft → active ⇄ inactive: a draft was never live, and what was live does not become a draft again. */
export const AGENT_STATUSES = ['active', 'inactive', 'draft'] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

const NEXT: Readonly<Record<AgentStatus, readonly AgentStatus[]>> = {
  draft: ['active'],
  active: ['inactive'],
  inactive: ['active'],
};

export function nextStatuses(from: AgentStatus): readonly AgentStatus[] {
  return NEXT[from];
}
