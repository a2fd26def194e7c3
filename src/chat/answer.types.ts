/** What answering needs to know of an agent. */
export interface AnswerableAgent {
  workspaceId: string;
  id: string;
  /** Active, and not scheduled for deletion. */
  answers: boolean;
  rateLimitPerMinute: number;
  systemPrompt: string;
  model: string;
  temperature: number;
  widgetConfig: { labels: { locale: string } };
  learningConfig: { captureEnabled: boolean };
}

/** Where a sentence of the answer stands: `quote` is `start` to `end` (UTF-16 code units) of the source's text. */
export interface Citation {
  /** Among the citations, from 1. */
  index: number;
  sourceId: string;
  title: string;
  url: string | null;
  quote: string;
  start: number;
  end: number;
  score: number;
}

export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
}

type Spoken = 'answered' | 'no_answer' | 'handed_off';

export interface AgentAnswer {
  kind: Spoken;
  /** What the agent says for each outcome that may still be decided on. */
  contents: Record<Spoken, string>;
  citations: Citation[];
  usage: TokenUsage;
  /** The model that answered; where none was asked, the agent's. */
  model: string;
}
