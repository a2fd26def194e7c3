import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import GithubSlugger from 'github-slugger';
import { parse, stringify } from 'yaml';
import { HAS_PROMTOOL, promtool } from '../support/promtool';

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: Record<string, string>;
}

const { groups } = parse(readFileSync('docker/prometheus/alerts.yaml', 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const page = readFileSync('docs/alerts.md', 'utf8');
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section]),
);

it.each(rules.map((rule) => [rule.alert, rule] as const))(
  '%s says how bad it is, what it means, what to do, and where that stands at length',
  (alert, { labels, annotations }) => {
    expect(['critical', 'warning', 'info']).toContain(labels.severity);
    expect(Object.keys(annotations)).toEqual(['summary', 'description', 'runbook']);
    expect(annotations['runbook']).toBe(`docs/alerts.md#${new GithubSlugger().slug(alert)}`);
    expect(sections.get(alert)?.trim().split('\n').length).toBeGreaterThan(2);
  },
);

it('docs/alerts.md has a section for each alert, in their order, and no other', () => {
  expect([...sections.keys()]).toEqual(rules.map(({ alert }) => alert));
});

it('each metric that an alert reads is in docs/metrics.md', () => {
  const families = readFileSync('docs/metrics.md', 'utf8');
  const read = rules.flatMap(({ expr }) => expr.match(/\bparley_[a-z_]+\b/g) ?? []);
  const unknown = read.filter((name) => !families.includes(`\`${name.replace(/_(?:bucket|count|sum)$/, '')}\``));
  expect(unknown).toEqual([]);
});

(HAS_PROMTOOL ? it : it.skip)('the configuration in docs/alerts.md is one (skipped without promtool)', () => {
  const [, config = ''] = /```yaml\n([^]*?)```/.exec(page) ?? [];
  const file = config.replace('alerts.yaml', resolve('docker/prometheus/alerts.yaml'));
  expect(promtool(['check', 'config'], file)).toEqual({
    output: expect.stringContaining(`SUCCESS: ${rules.length} rules found`) as string,
    ok: true,
  });
});

/** What Prometheus has scraped, minute by minute, and of which alerts it then says that they fire. */
const CASES: [title: string, series: Record<string, string>, alerts: Record<string, string[]>][] = [
  [
    'one installation of two is not ready',
    {
      'parley_ready{process="api", namespace="a"}': '1x60',
      'parley_ready{process="api", namespace="b"}': '1x20 0x39',
    },
    { ParleyDown: ['{namespace="b"}'] },
  ],
  [
    'one installation of two has vanished',
    {
      'parley_ready{process="api", namespace="a"}': '1x60',
      'parley_ready{process="api", namespace="b"}': '1x20 stale',
    },
    { ParleyDown: ['{namespace="b"}'] },
  ],
  [
    'one API process of two is not ready',
    { 'parley_ready{process="api", instance="1"}': '1x60', 'parley_ready{process="api", instance="2"}': '0x60' },
    { ParleyDown: [] },
  ],
  ['no installation has ever been scraped', { 'up{job="other"}': '1x60' }, { ParleyDown: ['{}'] }],
  ['the only installation has vanished', { 'parley_ready{process="api"}': '1x20 stale' }, { ParleyDown: ['{}'] }],
  [
    'one reply is refused four times, and nothing else is sent',
    { 'parley_mail_attempts_total{kind="reply", outcome="refused"}': '0x30 1 2 2 2 2 3 4x30' },
    { ParleyMailRefused: [] },
  ],
  [
    'the database answers, but not what the queues ask',
    { 'parley_ready{process="api", instance="1"}': '1x60', 'parley_queue_up{instance="1"}': '0x60' },
    { ParleyDatabaseUnreachable: [], ParleyQueuesUnknown: ['{}'] },
  ],
];

(HAS_PROMTOOL ? it : it.skip).each(CASES)('alerts, when %s (skipped without promtool)', (_, series, alerts) => {
  const input = Object.entries(series).map(([name, values]) => ({ series: name, values }));
  const fires = Object.entries(alerts).map(([alert, labels]) => ({
    expr: `count by (namespace) (ALERTS{alertname="${alert}", alertstate="firing"})`,
    eval_time: '45m',
    exp_samples: labels.map((label) => ({ labels: label, value: 1 })),
  }));
  const test = { interval: '1m', input_series: input, promql_expr_test: fires };
  const file = { rule_files: [resolve('docker/prometheus/alerts.yaml')], evaluation_interval: '1m', tests: [test] };
  expect(promtool(['test', 'rules'], stringify(file))).toEqual({
    output: expect.stringContaining('SUCCESS') as string,
    ok: true,
  });
});
