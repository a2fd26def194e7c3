import { Injectable, Module, type Type } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { DomainEvent } from '../../src/common/events/domain-event';
import { type Delivery, EventDeliveries, MOST_ATTEMPTS } from '../../src/common/events/event-deliveries';
import { DomainEvents } from '../../src/common/events/domain-events';
import type { Lock } from '../../src/common/events/lock-order';
import { AfterCommit, OnEvents } from '../../src/common/events/on-events.decorator';
import { anAccount } from '../factories/account';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';

abstract class FruitEvent extends DomainEvent<{ readonly n: number }> {
  static override readonly holds: Lock | null = 'agents';
}
class ApplePicked extends FruitEvent {}
class PearPicked extends FruitEvent {}
class AppleSold extends FruitEvent {}
class BasketFilled extends DomainEvent {}

const W = '01a21b4e-0000-7000-8000-000000000001';
const calls: unknown[] = [];

@Injectable()
class Baskets {
  constructor(
    private readonly events: DomainEvents,
    private readonly work: UnitOfWork,
  ) {}

  @OnEvents([FruitEvent], { locks: 'counters' })
  async count(events: readonly FruitEvent[]): Promise<void> {
    calls.push(['count', events.map(({ data }) => data.n)]);
    await this.work.query('UPDATE baskets SET fruit = fruit + $1', [events.length]);
  }

  @OnEvents([ApplePicked], { locks: 'rows' })
  async fill(events: readonly ApplePicked[]): Promise<void> {
    calls.push(['fill', events.map(({ data }) => data.n)]);
    if (events.some(({ data }) => data.n < 0)) throw new Error('Rotten');
    if (events.length > 1) this.events.publish(new BasketFilled({ workspaceId: W }));
    if (events.some(({ data }) => data.n === 99)) this.events.publish(new PearPicked({ workspaceId: W, n: 100 }));
  }

  @OnEvents([BasketFilled], { locks: 'additions' })
  async log(events: readonly BasketFilled[]): Promise<void> {
    calls.push(['log', events.length]);
  }
}

const delivered: { n: number; delivery: Delivery }[] = [];
let failures = 0;

@Injectable()
class Juice {
  @AfterCommit([AppleSold])
  async press({ data: { n } }: AppleSold, delivery: Delivery): Promise<void> {
    delivered.push({ n, delivery });
    if (failures > 0) {
      failures -= 1;
      throw new Error('The press is blocked');
    }
  }
}

// An alias is the same provider, which subscribes once.
@Module({ providers: [Baskets, Juice, { provide: 'alias', useExisting: Baskets }] })
class BasketsModule {}

const apple = (n: number): ApplePicked => new ApplePicked({ workspaceId: W, n });
const pear = (n: number): PearPicked => new PearPicked({ workspaceId: W, n });

describe('DomainEvents', () => {
  let parley: Parley;
  let work: UnitOfWork;
  let events: DomainEvents;
  const fruit = async (): Promise<number> =>
    (await work.query<{ fruit: number }>('SELECT fruit FROM baskets'))[0]!.fruit;
  beforeAll(async () => {
    parley = await startParley({ modules: [BasketsModule] });
    work = parley.get(UnitOfWork);
    events = parley.get(DomainEvents);
    await work.query('CREATE TABLE baskets AS SELECT 0 AS fruit');
  });
  afterAll(() => parley.stop());
  beforeEach(async () => {
    calls.length = 0;
    await work.query('UPDATE baskets SET fruit = 0');
  });

  it('runs each subscriber once at the end of the transaction, in the order of locks, with all its events', async () => {
    await work.run(async () => {
      events.publish(apple(1));
      await work.run(async () => events.publish(pear(2)));
      events.publish(apple(3));
      expect(calls).toEqual([]);
    });
    expect(calls).toEqual([
      ['fill', [1, 3]],
      ['log', 1],
      ['count', [1, 2, 3]],
    ]);
    expect(await fruit()).toBe(3);
  });

  it('gives a subscriber what an earlier one publishes', async () => {
    await work.run(async () => events.publish(apple(99)));
    expect(calls).toEqual([
      ['fill', [99]],
      ['count', [99, 100]],
    ]);
  });

  it('undoes the transaction where a subscriber throws', async () => {
    const done = work.run(async () => {
      await work.query('UPDATE baskets SET fruit = 7');
      events.publish(apple(-1));
    });
    await expect(done).rejects.toThrow('Rotten');
    expect(await fruit()).toBe(0);
  });

  it('runs no subscriber where the transaction fails', async () => {
    const failed = work.run(async () => {
      events.publish(apple(1));
      throw new Error('Dropped');
    });
    await expect(failed).rejects.toThrow('Dropped');
    expect(calls).toEqual([]);
  });

  it('forgets the events of a savepoint that is undone', async () => {
    await work.run(async () => {
      events.publish(pear(1));
      const undone = work.savepoint(async () => {
        events.publish(pear(2));
        throw new Error('Dropped');
      });
      await expect(undone).rejects.toThrow('Dropped');
    });
    expect(calls).toEqual([['count', [1]]]);
  });

  it('does not mix the events of transactions that run at the same time', async () => {
    await Promise.all([10, 20].map((n) => work.run(async () => events.publish(pear(n), pear(n + 1)))));
    expect(calls).toHaveLength(2);
    expect(calls).toEqual(
      expect.arrayContaining([
        ['count', [10, 11]],
        ['count', [20, 21]],
      ]),
    );
    expect(await fruit()).toBe(4);
  });

  describe('after the commit', () => {
    beforeEach(async () => {
      await work.query('DELETE FROM event_deliveries');
      delivered.length = 0;
    });
    const workspaceId = async (): Promise<string> => (await aWorkspace(parley, await anAccount(parley))).id;
    const sold = (id: string, n: number): AppleSold => new AppleSold({ workspaceId: id, n });

    const stored = (): Promise<unknown[]> =>
      work.query('SELECT attempts, failed_at IS NOT NULL AS failed, due_at IS NULL AS ended FROM event_deliveries');

    it('gives a subscriber each event of its class', async () => {
      const id = await workspaceId();
      await work.run(async () => events.publish(sold(id, 1), new PearPicked({ workspaceId: id, n: 2 }), sold(id, 3)));
      expect(delivered).toEqual([]);
      await parley.drain();
      expect(delivered.map(({ n }) => n).sort()).toEqual([1, 3]);
      expect(await stored()).toEqual([]);
    });

    it('gives it nothing of a transaction that fails', async () => {
      const id = await workspaceId();
      await expect(work.run(async () => events.publish(sold(id, 1), apple(-1)))).rejects.toThrow('Rotten');
      expect(await stored()).toEqual([]);
    });

    it('gives an event again, with the same id, where the subscriber has failed', async () => {
      failures = 1;
      const id = await workspaceId();
      await work.run(async () => events.publish(sold(id, 5)));
      await parley.drain();
      expect(await stored()).toEqual([{ attempts: 1, failed: false, ended: false }]);
      await work.query('UPDATE event_deliveries SET due_at = now()');
      await parley.drain();
      const [first, second] = delivered;
      expect(first?.delivery.attempt).toBe(1);
      expect(second).toEqual({ n: 5, delivery: { id: first?.delivery.id, attempt: 2 } });
      expect(await stored()).toEqual([]);
    });

    it('keeps what has failed too often, and does not try it again', async () => {
      failures = 1;
      const id = await workspaceId();
      await work.run(async () => events.publish(sold(id, 6)));
      await work.query('UPDATE event_deliveries SET attempts = $1', [MOST_ATTEMPTS - 1]);
      await parley.drain();
      expect(await stored()).toEqual([{ attempts: MOST_ATTEMPTS, failed: true, ended: true }]);
    });
  });

  it('publishes nothing outside of a transaction', () => {
    expect(() => events.publish(apple(1))).toThrow('No transaction is running');
  });
});

describe('a subscription that would lock in another order', () => {
  @Module({})
  class Service {}

  @Injectable()
  class Early {
    @OnEvents([ApplePicked], { locks: 'contact' })
    async lock(): Promise<void> {}
  }

  function start(...providers: Type[]): Promise<unknown> {
    const work = { provide: UnitOfWork, useValue: new UnitOfWork({} as never) };
    const module = {
      module: Service,
      imports: [DiscoveryModule],
      providers: [
        DomainEvents,
        work,
        { provide: EventDeliveries, useValue: new EventDeliveries({} as never, { open: () => undefined } as never) },
        ...providers,
      ],
    };
    return NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  }

  it('keeps the service from starting where two have the same name, so that a delivery could be of either', async () => {
    const one = class Survey {
      async send(): Promise<void> {}
    };
    const other = class Survey {
      async send(): Promise<void> {}
    };
    for (const { prototype } of [one, other]) {
      AfterCommit([ApplePicked])(prototype, 'send', Object.getOwnPropertyDescriptor(prototype, 'send')!);
    }
    await expect(start(one, other)).rejects.toThrow(
      'Two methods that subscribe after the commit are named Survey.send',
    );
  });

  it('keeps the service from starting', async () => {
    await expect(start(Early)).rejects.toThrow(
      'Invalid subscriptions:\n  Early.lock locks contact, but a publisher of ApplePicked may hold agents',
    );
    await start();
  });
});
