import { Counter } from 'prom-client';
import { processMetrics } from '../common/metrics/process-metrics';
import { type Outcome, OUTCOMES } from './chat-turn.entity';

const turns = new Counter({
  name: 'parley_chat_turns_total',
  help: 'Chat turns that were written down, by outcome, and whether the built-in model had to step in.',
  labelNames: ['outcome', 'fallback'] as const,
  registers: [processMetrics],
});

// An alert does not see a sample that begins with 1 grow.
for (const outcome of OUTCOMES) for (const fallback of ['true', 'false']) turns.inc({ outcome, fallback }, 0);

export function countTurn(outcome: Outcome, isFallback: boolean): void {
  turns.inc({ outcome, fallback: String(isFallback) });
}
