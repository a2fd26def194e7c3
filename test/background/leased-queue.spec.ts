import { Injectable, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { ClaimLost } from '../../src/common/jobs/lease';
import type { LeasedQueue } from '../../src/common/jobs/leased-queue';
import type { Claimed } from '../../src/common/jobs/leased-queue.types';
import { LeasedQueues } from '../../src/common/jobs/leased-queues';
import { LeasedRow } from '../../src/common/jobs/leased-row';
import { MetricsService } from '../../src/metrics/metrics.service';
import { type Parley, startParley } from '../support/parley';

@Entity('greetings')
class Greeting extends LeasedRow {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  text: string;
}

type GreetingClaim = Claimed & Pick<Greeting, 'workspaceId' | 'id' | 'text'>;

@Injectable()
class Greetings {
  readonly queue: LeasedQueue<Greeting, GreetingClaim>;
  readonly done: string[] = [];
  behave: (claim: GreetingClaim, signal: AbortSignal) => Promise<void> = (claim) => this.queue.finish(claim);

  constructor(queues: LeasedQueues) {
    this.queue = queues.open<Greeting, GreetingClaim>({
      name: 'greetings',
      entity: Greeting,
      columns: ['text'],
      leaseSeconds: 60,
      maxAttempts: 3,
      concurrency: 3,
      work: async (claim, signal) => {
        await this.behave(claim, signal);
        this.done.push(claim.text);
      },
    });
  }
}

@Module({ imports: [TypeOrmModule.forFeature([Greeting])], providers: [Greetings] })
class GreetingsModule {}

const ANN = '11111111-0000-7000-8000-000000000000';
const BEN = '22222222-0000-7000-8000-000000000000';

let parley: Parley;
let greetings: Greetings;
let queue: LeasedQueue<Greeting, GreetingClaim>;

const sql = (statement: string, ...parameters: unknown[]): Promise<Record<string, unknown>[]> =>
  parley.database.query(statement, parameters);

beforeAll(async () => {
  parley = await startParley({ modules: [GreetingsModule] });
  await sql(`
    CREATE TABLE greetings (
      workspace_id uuid NOT NULL, id uuid NOT NULL, text text NOT NULL,
      due_at timestamptz(3) DEFAULT now(), fence bigint NOT NULL DEFAULT 0, attempts integer NOT NULL DEFAULT 0,
      is_held boolean NOT NULL DEFAULT false, PRIMARY KEY (workspace_id, id))`);
  await sql('CREATE INDEX ON greetings (workspace_id, due_at) WHERE due_at IS NOT NULL');
  await sql('CREATE INDEX ON greetings (due_at) WHERE due_at IS NOT NULL');
  greetings = parley.get(Greetings);
  ({ queue } = greetings);
});
beforeEach(async () => {
  await sql('TRUNCATE greetings');
  greetings.behave = (claim) => queue.finish(claim);
  greetings.done.length = 0;
});
afterAll(async () => {
  await sql('DROP TABLE greetings');
  await parley.stop();
});

const greet = (text: string, workspaceId = ANN, due = '-1 s'): Promise<unknown> =>
  sql('INSERT INTO greetings VALUES ($1, $2, $3, now() + $4::interval)', workspaceId, randomUUID(), text, due);
const claimed = async (): Promise<GreetingClaim> => (await queue.claim())!;
/** `seconds` in tens, rounded up: a busy machine may lose a few. Times of rows are rounded to milliseconds, so that now may be ahead. */
const row = async (): Promise<Record<string, unknown>> =>
  (
    await sql(
      `SELECT text, attempts, is_held AS "isHeld", ceil((extract(epoch FROM due_at - now()) - 1) / 10)::int * 10 AS seconds FROM greetings`,
    )
  )[0]!;
const letLeaseEnd = (): Promise<unknown> => sql(`UPDATE greetings SET due_at = now() - interval '1 s'`);
const takeovers = async (): Promise<string | undefined> =>
  /^parley_lease_takeovers_total\{queue="greetings"\} (\d+)/m.exec(await parley.get(MetricsService).text())?.[1];

describe('a leased queue', () => {
  it('gives a row to one process, with its key, its columns and its attempts, and to no other while the lease lasts', async () => {
    await greet('Hello');
    await greet('Later', ANN, '1 h');
    const claims = await Promise.all([queue.claim(), queue.claim(), queue.claim()]);
    expect(claims.filter((claim) => claim !== null)).toEqual([
      { workspaceId: ANN, id: expect.any(String) as string, text: 'Hello', attempts: 1, fence: '1' },
    ]);
  });

  it('takes over what a dead process held, and lets that one change nothing any more', async () => {
    await greet('Hello');
    const dead = await claimed();
    const before = Number(await takeovers());
    await letLeaseEnd();
    const alive = await claimed();
    expect(alive).toMatchObject({ id: dead.id, attempts: 2, fence: '2' });
    expect(Number(await takeovers())).toBe(before + 1);
    const was = await row();
    await queue.renew(dead);
    await queue.postpone(dead, 0);
    await queue.release(dead);
    expect([await queue.update(dead, { text: 'Late' }), await queue.delete(dead)]).toEqual([false, false]);
    await expect(queue.finish(dead)).rejects.toThrow(ClaimLost);
    const ensure = (claim: GreetingClaim): Promise<void> => parley.get(UnitOfWork).run(() => queue.ensureHeld(claim));
    await expect(ensure(dead)).rejects.toThrow(ClaimLost);
    expect(await row()).toEqual(was);
    await ensure(alive);
    await queue.finish(alive, { text: 'Done' });
    expect(await row()).toEqual({ text: 'Done', attempts: 2, isHeld: false, seconds: null });
  });

  it('goes on holding what is renewed, and not what was given back', async () => {
    await greet('Hello');
    const claim = await claimed();
    await letLeaseEnd();
    await queue.renew(claim);
    expect([await queue.claim(), await row()]).toMatchObject([null, { seconds: 60, isHeld: true }]);
    await queue.postpone(claim, 30);
    await queue.renew(claim);
    expect(await row()).toMatchObject({ seconds: 30, isHeld: false, attempts: 1 });
    await letLeaseEnd();
    const before = await takeovers();
    await queue.release(await claimed());
    expect([await row(), await takeovers()]).toMatchObject([{ seconds: 0, attempts: 1 }, before]);
  });

  it('tries again what has thrown, gives it back during a shutdown, and gives it up after its attempts', async () => {
    greetings.behave = () => Promise.reject(new Error('not now'));
    await greet('Hello');
    await parley.drain();
    expect(await row()).toMatchObject({ attempts: 1, isHeld: false, seconds: 10 });
    await letLeaseEnd();
    await queue.process(await claimed(), AbortSignal.abort());
    expect(await row()).toMatchObject({ attempts: 1, isHeld: false, seconds: 0 });
    for (let attempt = 2; attempt <= 3; attempt += 1) {
      await letLeaseEnd();
      await parley.drain();
      expect(await row()).toMatchObject({ attempts: attempt, seconds: 10 });
    }
    await letLeaseEnd();
    await parley.drain();
    expect(await row()).toMatchObject({ attempts: 4, seconds: null });
  });

  it('lets workspaces take turns, and keeps one place from who has all others', async () => {
    for (let n = 0; n < 4; n += 1) await greet(`Ann ${n}`, ANN, `-${9 - n} h`);
    await greet('Ben', BEN);
    let end = (): void => {};
    const held = new Promise<void>((resolve) => (end = resolve));
    greetings.behave = async (claim) => (await held, queue.finish(claim));
    await queue.runOnce();
    await queue.runOnce();
    await queue.runOnce();
    const working = await sql('SELECT text FROM greetings WHERE is_held ORDER BY text');
    expect(working.map(({ text }) => text)).toEqual(['Ann 0', 'Ann 1', 'Ben']);
    end();
    await parley.drain();
    expect(greetings.done.sort()).toEqual(['Ann 0', 'Ann 1', 'Ann 2', 'Ann 3', 'Ben']);
  });

  it('claims what it has passed over when the workspace gets room during the claim', async () => {
    for (let n = 0; n < 3; n += 1) await greet(`Ann ${n}`);
    let end = (): void => {};
    const held = new Promise<void>((resolve) => (end = resolve));
    greetings.behave = async (claim) => (await held, queue.finish(claim));
    await queue.runOnce();
    await queue.runOnce();
    const claim = queue.claim.bind(queue);
    jest.spyOn(queue, 'claim').mockImplementationOnce(async () => {
      const found = await claim();
      end();
      await queue.settled();
      return found;
    });
    await parley.drain();
    expect(greetings.done.sort()).toEqual(['Ann 0', 'Ann 1', 'Ann 2']);
  });

  it('undoes the transaction of a piece that it has lost, without a word', async () => {
    await greet('Hello');
    greetings.behave = async (claim) => {
      await letLeaseEnd();
      await queue.claim();
      const work = parley.get(UnitOfWork);
      await work.run(async () => {
        await work.query(`INSERT INTO greetings VALUES ($1, gen_random_uuid(), 'Too late')`, [BEN]);
        await queue.finish(claim);
      });
    };
    await queue.process(await claimed());
    expect(await sql('SELECT text FROM greetings')).toEqual([{ text: 'Hello' }]);
  });
});
