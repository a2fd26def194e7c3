/** What changed about an agent; negative where something went away. */
export interface AgentCounts {
  messages?: number;
  conversations?: number;
  /** Conversations handed to a person for the first time. */
  handedOff?: number;
  sources?: number;
}
