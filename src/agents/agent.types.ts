import type { LearningConfig, VoiceConfig, WidgetConfig } from './agent-config.types';

export type AgentLabels = WidgetConfig['labels'];

/** An agent as far as its visitors see it, and what decides whether they do. */
export interface VisibleAgent {
  workspaceId: string;
  id: string;
  answers: boolean;
  allowedDomains: string[];
  widgetConfig: WidgetConfig;
  voiceConfig: VoiceConfig;
  learningConfig: LearningConfig;
  supportEmail: string | null;
  website: string | null;
  logoUrl: string | null;
  chatPageEnabled: boolean;
  chatPageBlockedAt: Date | null;
  indexable: boolean;
  /** What its labels were if its owner had chosen none. */
  usualLabels: AgentLabels;
}

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
