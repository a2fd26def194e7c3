import assert from 'node:assert';
import type { INestApplicationContext } from '@nestjs/common';
import { loadSettings } from '../../../src/config/load-settings';
import { BUILT_IN } from '../../../src/features';
import { withFeatures } from '../../../src/service';
import { SlaSweep } from '../../../src/sla/clocks/sla-sweep';
import { api } from '../../support/api';
import type { Bench } from '../../support/bench';
import { figure } from '../../support/figure';
import { interleaved } from '../../support/interleaved';
import { median } from '../../support/median';
import type { PlainFigure } from '../../support/report';
import { SERVICE_SETTINGS, startService } from '../../support/servers';
import { countStatements } from './count-statements';
import { ClockDesk } from './desk';

/** Number of clocks to compare with. */
const FEW = 1_000;
/** Number of clocks that are due at the same moment. */
const BREACHES = 1_000;
/** Largest acceptable ratio between many and few clocks. */
const GOAL_FLAT = 1.5;

/**
 * The cost of a hundred thousand clocks: a sweep that finds nothing, a thousand concurrent breaches, an edit of their
 * policy.
 */
export async function clocks(bench: Bench): Promise<void> {
  const { clocks: many, rounds } = bench.options;
  // Each has its own database, since a sweep reads all workspaces.
  const few = await ClockDesk.create(await bench.createDatabase(), FEW);
  const all = await ClockDesk.create(await bench.createDatabase(), many);
  const sides = [`${many} clocks`, `${FEW} clocks`] as const;
  await swept(bench, few, (ofFew) =>
    swept(bench, all, async (ofAll) => {
      const [sample, reference] = await interleaved([
        { name: sides[0], run: () => findNothing(ofAll) },
        { name: sides[1], run: () => findNothing(ofFew) },
      ]);
      bench.cases('A sweep, ms', [figure('nothing is due', sample!, reference!, { goal: GOAL_FLAT })]);
      bench.plain(`${BREACHES} breaches at once, of ${many} clocks`, await breaches(all, ofAll, rounds));
    }),
  );
  const [editOfAll, editOfFew] = [await PolicyEdits.start(bench, all), await PolicyEdits.start(bench, few)];
  try {
    const [sample, reference] = await interleaved([
      { name: sides[0], run: () => editOfAll.next() },
      { name: sides[1], run: () => editOfFew.next() },
    ]);
    bench.cases('A policy, ms', [figure('edited over HTTP', sample!, reference!, { goal: GOAL_FLAT })]);
  } finally {
    await Promise.all([editOfAll.stop(), editOfFew.stop()]);
  }
}

/** The service's features in this process, without any other sweep. */
function swept(
  { conditions: { dataDir } }: Bench,
  { databaseUrl }: ClockDesk,
  work: (features: INestApplicationContext) => Promise<void>,
): Promise<void> {
  return withFeatures(
    {
      settings: loadSettings({ ...SERVICE_SETTINGS, DATABASE_URL: databaseUrl, DATA_DIR: dataDir }),
      features: BUILT_IN,
    },
    work,
  );
}

async function findNothing(features: INestApplicationContext): Promise<void> {
  assert.equal(await features.get(SlaSweep).runOnce(), false, 'Something is due');
}

/** From the first sweep that finds them until all are marked and events are published. */
async function breaches(desk: ClockDesk, features: INestApplicationContext, rounds: number): Promise<PlainFigure[]> {
  const sweep = features.get(SlaSweep);
  const seconds: number[] = [];
  const statements: number[] = [];
  // The first one warms up.
  for (let round = 0; round <= rounds; round++) {
    await desk.makeDue(BREACHES);
    const began = performance.now();
    const sent = await countStatements(async () => {
      while (await sweep.runOnce());
    });
    if (round > 0) {
      seconds.push((performance.now() - began) / 1_000);
      statements.push(sent);
    }
    assert.deepStrictEqual(await desk.countBreaches(), Array(3).fill((round + 1) * BREACHES));
  }
  const note = `${Math.min(...seconds).toFixed(2)} to ${Math.max(...seconds).toFixed(2)}`;
  return [
    { name: 'until all are marked and published', value: median(seconds), unit: 's', n: rounds, note },
    { name: 'statements', value: median(statements), unit: '', n: rounds, note: 'with BEGIN and COMMIT' },
  ];
}

/** Edits of one policy, one after the other. */
class PolicyEdits {
  private constructor(
    private readonly desk: ClockDesk,
    private readonly url: string,
    readonly stop: () => Promise<void>,
    private version: number,
  ) {}

  static async start(bench: Bench, desk: ClockDesk): Promise<PolicyEdits> {
    const service = await startService({ ...bench.conditions, databaseUrl: desk.databaseUrl });
    return new PolicyEdits(desk, service.url, () => service.stop(), 1);
  }

  /** Another target, which holds for clocks that start later. */
  async next(): Promise<void> {
    const { tenant, policyId } = this.desk;
    const targets = [{ milestone: 'first_response', seconds: 3_600 + this.version }];
    const path = `/workspaces/${tenant.workspaceId}/sla-policies/${policyId}`;
    const body = { expectedVersion: this.version, targets };
    this.version = (
      await api<{ version: number }>(this.url, 'PATCH', path, { token: tenant.credential, body })
    ).version;
  }
}
