/** What changed about an agent; negative where something went away. */
export interface AgentCounts {
  messages?: number;
  conversations?: number;
  /** Support requests with a disposition. */
  endedRequests?: number;
  /** Those of them whose disposition is resolved or answered_by_agent. */
  resolvedRequests?: number;
  sources?: number;
}
