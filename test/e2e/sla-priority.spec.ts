import { SupportDesk } from '../factories/support-desk';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: SupportDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await SupportDesk.open(parley);
});

describe('clocks of a request with another priority', () => {
  it('another priority starts no response that nobody waits for', async () => {
    await desk.policy({ first_response: 60, verified_resolution: 600 }, { match: { priorities: ['urgent'] } });
    const { id, conversationId } = await desk.handedOver();
    await desk.replied(conversationId);
    await desk.letPass(100);
    const raise = async (): Promise<string[]> => {
      const { version: expectedVersion, priority } = await desk.get(id);
      const change = { priority: priority === 'urgent' ? 'low' : 'urgent', expectedVersion };
      const { body } = await desk.call('PATCH', `/support-requests/${id}`, change);
      return body.sla.map(({ milestone, status }: Record<string, string>) => `${milestone} ${status}`);
    };
    expect(await raise()).toEqual(['verified_resolution pending']);
    await raise();
    await desk.transition(id, { kind: 'end', disposition: 'resolved' });
    await desk.transition(id, { kind: 'reopen' });
    expect(await raise()).toEqual(['verified_resolution pending']);
  });

  it('what begins with another priority knows the waits before', async () => {
    await desk.policy({ verified_resolution: 600 }, { match: { priorities: ['urgent'] } });
    const { id } = await desk.request();
    await desk.transition(id, { kind: 'wait', waitingOn: 'customer' });
    await desk.letPass(100);
    await desk.transition(id, { kind: 'activate' });
    await desk.call('PATCH', `/support-requests/${id}`, { priority: 'urgent', expectedVersion: 3 });
    expect((await desk.clock(id, 'verified_resolution')).elapsedSeconds).toBeLessThan(100);
  });
});
