export const COPILOT_ACTIONS = ['draft', 'summarize', 'answer', 'translate'] as const;
export type CopilotAction = (typeof COPILOT_ACTIONS)[number];
