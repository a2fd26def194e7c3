import fc from 'fast-check';
import { campaignOf } from './campaign';
import { Check } from './support-model/check';
import { story } from './support-model/story';
import { Teller } from './support-model/teller';
import { World } from './support-model/world';

const STORIES = Number(process.env['STORIES'] ?? campaignOf(3_000, 20));
/** The same stories every time; another seed explores. */
const SEED = Number(process.env['SEED'] ?? 20_260_115);
/** The path of a story that failed, as it is printed with its seed: tells that one again, and then the shortest like it. */
const PATH = process.env['STORY'];
/** Worlds beside each other: half of the time a story waits for the database. Each has a seed, the next after the other. */
const WORLDS = PATH ? 1 : 3;

describe(`support requests and their clocks against a model (SEED=${SEED}, n=${STORIES})`, () => {
  const worlds: World[] = [];

  beforeAll(async () => {
    while (worlds.length < WORLDS) worlds.push(await World.start());
  });
  afterAll(async () => {
    for (const world of worlds) await world.parley.stop();
  });

  it('show the state of the model, for any actions of members and customers, while time passes', async () => {
    const began = performance.now();
    const counts = new Map<string, number>();
    const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
    const checks = worlds.map((world) => new Check(world));
    let isRed = false;
    const playAll = async (world: World, index: number): Promise<void> => {
      const property = fc.asyncProperty(story, async (steps) => {
        if (!isRed) await new Teller(world, checks[index]!, count).play(steps);
      });
      const numRuns = Math.ceil((STORIES - index) / WORLDS);
      try {
        const seed = SEED + index;
        await fc.assert(property, { numRuns, seed, ...(PATH ? { path: PATH } : { endOnFailure: true }) });
      } catch (error) {
        isRed = true;
        throw error;
      }
    };
    const ends = await Promise.allSettled(worlds.map(playAll));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    const statuses = new Map<string, number>();
    for (const [status, n] of checks.flatMap((check) => [...check.statuses]))
      statuses.set(status, (statuses.get(status) ?? 0) + n);
    const total = (of: 'clocks' | 'explanations'): number => checks.reduce((sum, check) => sum + check[of], 0);
    process.stdout.write(
      `support model: n=${STORIES} SEED=${SEED} to ${SEED + WORLDS - 1}, ${Math.round((performance.now() - began) / 1_000)} s, ` +
        `steps ${textOf(counts)}, ${total('clocks')} clocks read ${textOf(statuses)}, ${total('explanations')} explained\n`,
    );
  }, 7_200_000);
});

function textOf(counts: ReadonlyMap<string, number>): string {
  return JSON.stringify(Object.fromEntries([...counts].sort()));
}
