import { agentOfWelcome, stepOf, suggestionsIn } from './progress';

const agent = (id: string, status: 'draft' | 'active' | 'inactive', deletionScheduledAt: string | null = null) => ({
  id,
  status,
  createdAt: '2026-11-28T05:00:00Z',
  deletionScheduledAt,
});

describe('the first run', () => {
  test.each([
    ['agent', [], []],
    ['agent', [agent('a', 'active', '2026-12-28T00:00:00Z')], []],
    ['knowledge', [agent('a', 'draft')], []],
    ['knowledge', [agent('a', 'draft')], [{ status: 'failed' as const }]],
    ['ask', [agent('a', 'draft')], [{ status: 'queued' as const }]],
    ['ask', [agent('a', 'draft')], [{ status: 'failed' as const }, { status: 'ready' as const }]],
    ['share', [agent('a', 'active')], [{ status: 'ready' as const }]],
  ])('goes on at the step "%s"', (step, agents, sources) => {
    expect(stepOf({ agents, sources })).toBe(step);
  });

  test('is about the oldest agent that stays', () => {
    expect(agentOfWelcome([agent('a', 'active', '2026-12-28T00:00:00Z'), agent('b', 'draft')])?.id).toBe('b');
  });

  test('suggests questions from headings', () => {
    const text =
      '# Shipping\n\nThree days.\n\n## How do I pay? ##\n\nBy card.\n\n# Shipping\n\n####### no\n#no\n# ' +
      'x'.repeat(90);
    expect(suggestionsIn(text, 3, (heading) => `Tell me: ${heading}`)).toEqual(['Tell me: Shipping', 'How do I pay?']);
    expect(suggestionsIn('# One\n# Two\n# Three1', 2, (heading) => heading)).toEqual(['One', 'Two']);
    expect(suggestionsIn('no heading', 3, (heading) => heading)).toEqual([]);
  });
});
