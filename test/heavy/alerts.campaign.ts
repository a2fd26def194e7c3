import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse, stringify } from 'yaml';
import { ManagementServer } from '../../src/health/management-server';
import { Prometheus } from '../support/prometheus';
import { HAS_PROMTOOL, promtool } from '../support/promtool';
import { REDIS_URL } from '../support/redis';
import { type Minutes, type Recording, seriesOf } from '../support/recorded-series';
import { type Remedy, Trouble } from '../support/trouble';

const RULES = resolve(__dirname, '../../docker/prometheus/alerts.yaml');
const { groups } = parse(readFileSync(RULES, 'utf8')) as {
  groups: { rules: { alert: string; expr: string; for?: string }[] }[];
};
const rules = groups.flatMap((group) => group.rules);

/** What is wrong where an alert fires, caused in a service that runs. What stays wrong comes with its remedy. */
const TROUBLES: Record<string, (trouble: Trouble) => Promise<unknown>> = {
  ParleyDown: (trouble) => trouble.withoutDatabase('refusing'),
  ParleyNotReady: (trouble) => trouble.withoutDatabase('hanging'),
  ParleyHangs: (trouble) => Promise.resolve(trouble.hangingWork()),
  ParleyDatabaseUnreachable: (trouble) => trouble.withoutDatabase('resetting'),
  ParleyQueuesUnknown: (trouble) => trouble.withoutDatabase('resetting'),
  ParleyErrors: (trouble) => trouble.failingCalls(),
  ParleySlow: (trouble) => trouble.waitingCalls(3),
  ParleyQueueWaits: (trouble) => trouble.waitingMail(),
  ParleyQueueLong: (trouble) => trouble.waitingSource(),
  ParleySlaSweepLate: (trouble) => trouble.lateClock(),
  ParleyLeaseTakeovers: (trouble) => trouble.deadProcesses(),
  ParleyUncertainReplies: (trouble) => trouble.uncertainReply(),
  ParleyMailRefused: (trouble) => trouble.refusedReplies(2),
  ParleyQuarantinedMails: (trouble) => trouble.quarantinedMail(),
  ParleyPoolWait: (trouble) => trouble.waitingCalls(1),
  ParleyEventLoopLag: async (trouble) => {
    for (let time = 0; time < 3; time += 1) await trouble.busyLoop(400);
  },
  ParleyLimitStoreFails: (trouble) => trouble.failingCalls(),
  ...(REDIS_URL !== null && { ParleyRedisAway: (trouble: Trouble) => trouble.redis!.goAway() }),
  ParleyPushFails: (trouble) => trouble.failingPushes(3),
  ParleyModelFails: (trouble) => trouble.failingModel(2),
};

/** Prometheus writes `up` itself, of a process that it cannot reach. */
const OF_PROMETHEUS = ['ParleyProcessDown'];
const SKIPPED = REDIS_URL === null ? ['ParleyRedisAway'] : [];

it('are all made to fire here', () => {
  expect(rules.map(({ alert }) => alert).sort()).toEqual(
    [...Object.keys(TROUBLES), ...OF_PROMETHEUS, ...SKIPPED].sort(),
  );
});

if (!HAS_PROMTOOL) console.log('skipped for want of promtool: no alert is made to fire');

(HAS_PROMTOOL ? describe : describe.skip)('alerts, by what a service in trouble says of itself', () => {
  let trouble: Trouble;
  beforeAll(async () => (trouble = await Trouble.start()));
  afterAll(() => trouble.stop());

  async function recorded(alert: string): Promise<Recording> {
    await trouble.workingCalls();
    const start = await trouble.scrape();
    await trouble.workingCalls();
    const well = await trouble.scrape();
    const remedy = await TROUBLES[alert]!(trouble);
    const wrong = await trouble.scrape();
    if (typeof remedy === 'function') await (remedy as Remedy)();
    return { start, well, wrong, wellAgain: await trouble.scrape() };
  }

  it.each(Object.keys(TROUBLES))('%s fires while it lasts, and not before or after', async (alert) => {
    const { expr, for: lasting } = rules.find((rule) => rule.alert === alert)!;
    const recording = await recorded(alert);
    const minutes = { well: 40, wrong: minutesOf(lasting) + 15, wellAgain: 60 };
    const worker = { series: 'parley_ready{instance="10.0.0.2:9464",job="parley",process="worker"}', values: '1x120' };
    // A worker stays ready beside it, but does not serve requests.
    const input = [...seriesOf(recording, familiesOf(expr), minutes), worker];
    expect(promtool(['test', 'rules'], testOf(alert, input, minutes))).toEqual({
      output: expect.stringContaining('SUCCESS') as string,
      ok: true,
    });
  });

  // The last one: the service does not publish anything after it.
  it.each(OF_PROMETHEUS)('%s fires while it lasts, by what Prometheus itself says', async (alert) => {
    const management = trouble.parley.get(ManagementServer);
    const prometheus = await Prometheus.scraping(`127.0.0.1:${management.port}`, 'parley-api');
    try {
      const series = await prometheus.until('up', '1');
      await prometheus.until('count(parley_ready{process="api"} == 1)', '1');
      management.onApplicationShutdown();
      expect(await prometheus.until('up', '0')).toBe(series);
      const minutes = { well: 40, wrong: 20, wellAgain: 60 };
      const values = `1x${minutes.well - 1} 0x${minutes.wrong - 1} 1x${minutes.wellAgain}`;
      expect(promtool(['test', 'rules'], testOf(alert, [{ series, values }], minutes)).output).toContain('SUCCESS');
    } finally {
      await prometheus.stop();
    }
  });
});

/** Names of the samples that an expression reads. */
function familiesOf(expr: string): Set<string> {
  return new Set(expr.match(/\b(?:parley|nodejs|process)_[a-z0-9_]+/g));
}

function minutesOf(lasting = '0m'): number {
  const [, number, unit] = /^(\d+)([mh])$/.exec(lasting)!;
  return Number(number) * (unit === 'h' ? 60 : 1);
}

/** A file for `promtool test rules`: fires nowhere but at the end of what is wrong. */
function testOf(alert: string, input: readonly object[], { well, wrong, wellAgain }: Minutes): string {
  const fires = (minute: number, value: 0 | 1): object => ({
    expr: `(count(ALERTS{alertname="${alert}", alertstate="firing"}) > bool 0) or vector(0)`,
    eval_time: `${minute}m`,
    exp_samples: [{ labels: '{}', value }],
  });
  return stringify({
    rule_files: [RULES],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: input,
        promql_expr_test: [fires(well - 1, 0), fires(well + wrong - 1, 1), fires(well + wrong + wellAgain - 1, 0)],
      },
    ],
  });
}
