import { setTimeout as pause } from 'node:timers/promises';
import { oneOf, randomOf } from '../../bench/support/random';
import { campaignOf } from './campaign';
import { NotificationsWorld } from './notifications-model/world';

const SEQUENCES = Number(process.env['SEQUENCES'] ?? campaignOf(3_000, 20));
const STEPS = 14;
/** The same sequences every time; another seed explores. */
const SEED = Number(process.env['SEED'] ?? 20_261_123);

describe(`notifications, against a model in memory (SEED=${SEED}, SEQUENCES=${SEQUENCES})`, () => {
  let world: NotificationsWorld;
  beforeAll(async () => {
    world = await NotificationsWorld.open();
  });
  afterAll(() => world.close());

  it('are sent to the recipients, at the times and through the channels of the model', async () => {
    const states = new Map<string, number>();
    const started = Date.now();
    for (let sequence = 0; sequence < SEQUENCES; sequence += 1) {
      const random = randomOf(SEED + sequence);
      const steps: string[] = [];
      await world.begin(random);
      for (let step = 0; step < STEPS; step += 1) {
        const name = oneOf(random, world.steps);
        steps.push(await world.take(name, random));
        // What was a moment ago is earlier, also for clocks of milliseconds.
        await pause(2);
      }
      await world.deliver();
      const [real, modelled] = await world.compare();
      try {
        expect(real).toEqual(modelled);
      } catch (error) {
        throw new Error(`Sequence ${SEED + sequence}: ${steps.join(', ')}\n${(error as Error).message}`, {
          cause: error,
        });
      }
      for (const { state } of modelled.notifications) states.set(state, (states.get(state) ?? 0) + 1);
    }
    const seconds = Math.round((Date.now() - started) / 1_000);
    process.stdout.write(
      `notification sequences: n=${SEQUENCES} of ${STEPS} steps, SEED=${SEED}, ${seconds} s, ${JSON.stringify(Object.fromEntries(states))}\n`,
    );
    // Each of these was met, or the sequences prove little.
    for (const met of [
      'sent',
      'queued',
      'no_access',
      'preferences',
      'read',
      'not_relevant',
      'blocked',
      'stale',
      'coalesced',
      'quiet_hours',
      'unsubscribed',
    ]) {
      expect([...states.keys()].some((state) => state.endsWith(met))).toBe(true);
    }
  }, 3_600_000);
});
