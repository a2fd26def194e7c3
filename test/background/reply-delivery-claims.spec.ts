import { setTimeout as pause } from 'node:timers/promises';
import { DeliveriesRepository } from '../../src/inbox/replies/deliveries/deliveries.repository';
import { DeliveryDispatch } from '../../src/inbox/replies/deliveries/delivery-dispatch';
import { DeliveryLifecycle } from '../../src/inbox/replies/deliveries/delivery-lifecycle.service';
import { RepliesRepository } from '../../src/inbox/replies/replies.repository';
import type { OutgoingReply } from '../../src/inbox/replies/reply-mail.port';
import { ReplyDispatch } from '../../src/inbox/replies/reply-dispatch';
import { InboxDesk } from '../factories/inbox-fixtures';
import { type Parley, startParley } from '../support/parley';
import { FakeReplyMailer, REFUSED, SENT } from '../support/reply-mailer';

const PEOPLE = ['one@x.example', 'two@x.example', 'three@x.example'];

describe('claims of deliveries', () => {
  let parley: Parley;
  let mailer: FakeReplyMailer;
  let desk: InboxDesk;
  beforeAll(async () => {
    parley = await startParley();
  });
  afterAll(() => parley.stop());
  beforeEach(async () => {
    await parley.drain();
    mailer = FakeReplyMailer.of(parley);
    desk = await InboxDesk.open(parley);
  });

  const write = async (): Promise<string> => (await desk.reply({ channel: 'email', cc: PEOPLE })).body.id as string;
  const statesOf = async (id: string): Promise<string[]> =>
    (await desk.get(id)).body.deliveries.map(({ status }: { status: string }) => status);
  const claim = async (id: string) => {
    await desk.letPass(id);
    return (await parley.get(RepliesRepository).claim('email', desk.workspace.id, 60))!;
  };
  const set = (id: string, change: string, address: string): Promise<unknown> =>
    parley.database.query(`UPDATE deliveries SET ${change} WHERE message_id = $1 AND address = $2`, [id, address]);

  it('take all copies with the reply, in the order of the recipients, and hide those in Bcc from the headers', async () => {
    const { id } = (await desk.reply({ channel: 'email', cc: PEOPLE, bcc: ['secret@x.example'] })).body;
    const taken = await claim(id as string);
    expect(taken.deliveries?.map(({ address }) => address)).toEqual([...PEOPLE, 'secret@x.example']);
    expect(taken.visible?.map(({ address }) => address)).toEqual(PEOPLE);
    expect(await statesOf(id as string)).toEqual(Array(5).fill('sending'));
    expect((await desk.undo(id as string, 2)).body.code).toBe('undo_window_closed');
  });

  it('take those that are due again at once, and none before their time', async () => {
    const id = await write();
    mailer.behave = (_reply, _handingOver, { address }) =>
      Promise.resolve(address.startsWith('one') ? SENT : { outcome: 'refused', final: false, failure: REFUSED });
    await desk.dispatched(id);
    expect(await statesOf(id)).toEqual(['queued', 'sent', 'queued', 'queued']);
    const deliveries = parley.get(DeliveriesRepository);
    expect(await deliveries.claim(desk.workspace.id, 60)).toBeNull();
    for (const address of PEOPLE.slice(1)) await set(id, 'dispatch_after_at = now()', address);
    const taken = await deliveries.claim(desk.workspace.id, 60);
    expect(taken?.deliveries.map(({ address }) => address)).toEqual(PEOPLE.slice(1));
    expect(taken?.visible).toHaveLength(3);
    expect(await deliveries.claim(desk.workspace.id, 60)).toBeNull();
  });

  it('hand nothing over once the lease has ended, or the copy is gone', async () => {
    const id = await write();
    const { deliveries } = await claim(id);
    const [one, two, three] = deliveries!;
    const repository = parley.get(DeliveriesRepository);
    await set(id, `lease_ends_at = now() - interval '1 s'`, 'one@x.example');
    await parley.database.query(`DELETE FROM deliveries WHERE id = $1`, [two!.id]);
    expect(await repository.markHandingOver(one!, 60)).toBe(false);
    expect(await repository.markHandingOver(two!, 60)).toBe(false);
    expect(await repository.markHandingOver(three!, 60)).toBe(true);
    expect(await repository.markHandingOver({ ...three!, fence: '0' }, 60)).toBe(false);
  });

  it('renew only leases that are still held', async () => {
    const id = await write();
    const { deliveries } = await claim(id);
    await set(id, `lease_ends_at = now() - interval '1 s'`, 'one@x.example');
    await parley.get(DeliveriesRepository).renew(deliveries!, 3_600);
    const leases = await parley.database.query<{ long: boolean }[]>(
      `SELECT lease_ends_at > now() + interval '30 minutes' AS long FROM deliveries WHERE message_id = $1 ORDER BY position`,
      [id],
    );
    expect(leases.map(({ long }) => long)).toEqual([false, true, true]);
  });

  it('give back at a shutdown what was not begun, without counting an attempt', async () => {
    const id = await write();
    const shutdown = new AbortController();
    mailer.behave = async (_reply, handingOver, { address }) => {
      await handingOver();
      if (address.startsWith('one')) shutdown.abort();
      return SENT;
    };
    const { deliveries } = await claim(id);
    await parley.get(DeliveryDispatch).sendAll({ messageId: id } as OutgoingReply, deliveries!, shutdown.signal);
    const { body } = await desk.get(id);
    const shown = body.deliveries.map(({ status, attempts }: { status: string; attempts: number }) => [
      status,
      attempts,
    ]);
    expect(shown.slice(1)).toEqual([
      ['sent', 1],
      ['queued', 0],
      ['queued', 0],
    ]);
    mailer.behave = async (_reply, handingOver) => (await handingOver(), SENT);
    await parley.drain();
    expect((await statesOf(id)).slice(1)).toEqual(['sent', 'sent', 'sent']);
  });

  it('end late: an answer of the mail server is better than uncertain, and one of an earlier claim counts nothing', async () => {
    const id = await write();
    const { deliveries } = await claim(id);
    const [one, two] = deliveries!;
    await set(id, `lease_ends_at = now() - interval '1 s', handing_over_at = now()`, 'one@x.example');
    await set(id, `lease_ends_at = now() - interval '1 s'`, 'two@x.example');
    const lifecycle = parley.get(DeliveryLifecycle);
    await lifecycle.abandon(one!);
    expect((await statesOf(id)).slice(1)).toEqual(['uncertain', 'queued', 'sending']);
    expect(await lifecycle.finish(one!, SENT)).toBe(true);
    expect(await lifecycle.finish({ ...two!, fence: '7' }, SENT)).toBe(false);
    expect(await lifecycle.finish(two!, SENT)).toBe(false);
    expect((await statesOf(id)).slice(1)).toEqual(['sent', 'queued', 'sending']);
  });

  it('of two processes at once take each copy once', async () => {
    const id = await write();
    mailer.behave = async (_reply, handingOver) => {
      await handingOver();
      await pause(5);
      return SENT;
    };
    await desk.letPass(id);
    const { email } = parley.get(ReplyDispatch).queues;
    await Promise.all([email.runOnce(), email.runOnce(), parley.get(DeliveryDispatch).queue.runOnce()]);
    await email.settled();
    await parley.drain();
    expect(mailer.copies.map(({ address }) => address).sort()).toEqual(['ann@example.com', ...PEOPLE].sort());
  });
});
