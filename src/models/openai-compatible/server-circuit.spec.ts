import type { FallbackReason } from '../answer-model.port';
import { ModelFailure } from './model-failure';
import { ServerCircuit } from './server-circuit';

const PAUSE_MS = 30_000;
let now = 0;
let circuit: ServerCircuit;
beforeEach(() => (circuit = new ServerCircuit(PAUSE_MS, () => now)));

const outcomeOf = (asking: Promise<unknown>): Promise<string> =>
  asking.then(
    () => 'answered',
    (error: unknown) => (error as ModelFailure).reason,
  );
const answers = (): Promise<string> => outcomeOf(circuit.run(() => Promise.resolve('Hello')));
const fails = (reason: FallbackReason = 'failed', waitMs: number | null = null): Promise<string> =>
  outcomeOf(circuit.run(() => Promise.reject(new ModelFailure(reason, { waitMs }))));
async function failFiveTimes(): Promise<void> {
  for (let n = 0; n < 5; n += 1) expect(await fails()).toBe('failed');
}
/** A request that is pending until the test settles it. */
function begun(): { ended: Promise<string>; answer: () => void; fail: () => void } {
  let settle: (failure?: ModelFailure) => void = () => {};
  const work = new Promise<void>((resolve, reject) => {
    settle = (failure) => (failure ? reject(failure) : resolve());
  });
  const ended = outcomeOf(circuit.run(() => work));
  return { ended, answer: () => settle(), fail: () => settle(new ModelFailure('failed')) };
}

describe('a model server', () => {
  it('is paused after five consecutive failures, for the given time', async () => {
    await failFiveTimes();
    now += PAUSE_MS - 1;
    const refused = circuit.run(() => Promise.resolve());
    await expect(refused).rejects.toMatchObject({ reason: 'paused', retryAfterSeconds: 1 });
    now += 1;
    expect(await answers()).toBe('answered');
    expect([await fails(), await answers()]).toEqual(['failed', 'answered']);
  });

  it('is not paused if an answer came between its failures', async () => {
    for (let n = 0; n < 12; n += 1) expect(await (n % 5 === 4 ? answers() : fails())).not.toBe('paused');
  });

  it('is tried by one request, while the others are refused', async () => {
    await failFiveTimes();
    now += PAUSE_MS;
    const trial = begun();
    expect([await answers(), await answers()]).toEqual(['paused', 'paused']);
    trial.answer();
    expect([await trial.ended, await answers(), await fails(), await answers()]).toEqual([
      'answered',
      'answered',
      'failed',
      'answered',
    ]);
  });

  it('is paused twice as long after each failed trial, up to eight times the first pause', async () => {
    await failFiveTimes();
    for (const times of [1, 2, 4, 8, 8]) {
      now += times * PAUSE_MS - 1;
      expect(await answers()).toBe('paused');
      now += 1;
      expect(await fails()).toBe('failed');
    }
  });

  it('is paused as long as it requests, up to five minutes', async () => {
    for (const [wanted, granted] of [
      [2_000, 2_000],
      [86_400_000, 300_000],
    ] as const) {
      expect(await fails('rate_limited', wanted)).toBe('rate_limited');
      now += granted - 1;
      expect(await answers()).toBe('paused');
      now += 1;
      // It has not failed, so all requests can continue.
      const [one, other] = [begun(), begun()];
      one.answer();
      other.answer();
      expect(await Promise.all([one.ended, other.ended])).toEqual(['answered', 'answered']);
    }
  });

  it('that names no time, or none that is left, has failed', async () => {
    for (const wait of [null, 0, null, 0, 0]) expect(await fails('rate_limited', wait)).toBe('rate_limited');
    expect(await answers()).toBe('paused');
  });

  it('ignores the results of requests from before a pause', async () => {
    const [late, lucky] = [begun(), begun()];
    await failFiveTimes();
    lucky.answer();
    late.fail();
    expect([await lucky.ended, await late.ended]).toEqual(['answered', 'failed']);
    now += PAUSE_MS - 1;
    expect(await answers()).toBe('paused');
    now += 1;
    expect(await answers()).toBe('answered');
  });

  it.each<FallbackReason>(['refused', 'unreadable'])(
    'is not left alone for what one customer can bring about: %s',
    async (reason) => {
      for (let n = 0; n < 20; n += 1) expect(await fails(reason)).toBe(reason);
    },
  );

  it('can be tested during a pause, which a successful test ends', async () => {
    await failFiveTimes();
    const failing = circuit.test(() => Promise.reject(new ModelFailure('failed')));
    expect([await outcomeOf(failing), await answers()]).toEqual(['failed', 'paused']);
    expect(await outcomeOf(circuit.test(() => Promise.resolve()))).toBe('answered');
    expect(await answers()).toBe('answered');
  });

  it('is never paused if pauses are off', async () => {
    circuit = new ServerCircuit(0, () => now);
    for (let n = 0; n < 20; n += 1) expect(await fails('rate_limited', 60_000)).toBe('rate_limited');
  });
});
