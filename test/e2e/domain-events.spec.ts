import { Injectable, Module, type Type } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { DomainEvent } from '../../src/common/events/domain-event';
import { DomainEvents } from '../../src/common/events/domain-events';
import type { Lock } from '../../src/common/events/lock-order';
import { OnEvents } from '../../src/common/events/on-events.decorator';
import { type Parley, startParley } from '../support/parley';

abstract class FruitEvent extends DomainEvent<{ readonly n: number }> {
  static override readonly holds: Lock | null = 'agents';
}
class ApplePicked extends FruitEvent {}
class PearPicked extends FruitEvent {}
class BasketFilled extends DomainEvent {}

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
    if (events.length > 1) this.events.publish(new BasketFilled({ workspaceId: 'w' }));
    if (events.some(({ data }) => data.n === 99)) this.events.publish(new PearPicked({ workspaceId: 'w', n: 100 }));
  }

  @OnEvents([BasketFilled], { locks: 'additions' })
  async log(events: readonly BasketFilled[]): Promise<void> {
    calls.push(['log', events.length]);
  }
}

@Module({ providers: [Baskets] })
class BasketsModule {}

const apple = (n: number): ApplePicked => new ApplePicked({ workspaceId: 'w', n });
const pear = (n: number): PearPicked => new PearPicked({ workspaceId: 'w', n });

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
      providers: [DomainEvents, work, ...providers],
    };
    return NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  }

  it('keeps the service from starting', async () => {
    await expect(start(Early)).rejects.toThrow(
      'The subscriptions are not usable:\n  Early.lock locks contact, but who publishes ApplePicked may hold agents',
    );
    await start();
  });
});
