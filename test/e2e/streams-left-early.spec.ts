import { type ClientRequest, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { InboxDesk } from '../factories/inbox-fixtures';
import { theVisitorOf } from '../factories/visitor';
import { type Parley, startParley } from '../support/parley';
import { untilSomebodyWaits } from '../support/until-somebody-waits';

/** More than a member, or a session of a visitor, may have open. */
const LEFT = 30;
const AT_ONCE = 3;

let parley: Parley;
let desk: InboxDesk;

beforeAll(async () => {
  parley = await startParley({ settings: { LIMIT_VISITOR_STREAMS_PER_SESSION: '3' } });
  desk = await InboxDesk.open(parley);
});
afterAll(() => parley.stop());

/** Readers who leave while the service still reads who they are. */
async function leaveEarly(path: string, token: string): Promise<void> {
  for (let round = 0; round < LEFT / AT_ONCE; round++) {
    const lock = parley.database.createQueryRunner();
    await lock.startTransaction();
    await lock.query('LOCK TABLE account_credentials, visitor_sessions IN ACCESS EXCLUSIVE MODE');
    const requests: ClientRequest[] = Array.from({ length: AT_ONCE }, () =>
      request(`${parley.url}/api/v1${path}`, { agent: false, headers: { authorization: `Bearer ${token}` } })
        .on('error', () => undefined)
        .end(),
    );
    await untilSomebodyWaits(parley);
    for (const one of requests) one.destroy();
    await pause(50);
    await lock.commitTransaction();
    await lock.release();
  }
}

describe('a reader who leaves while the service reads who it is', () => {
  it.each([
    ['streams of a member', () => [`/workspaces/${desk.workspace.id}/inbox/events`, desk.author.secret]],
    ['requests of a member that wait', () => [`/workspaces/${desk.workspace.id}/events?wait=20`, desk.author.secret]],
    [
      'streams of a visitor',
      async () => {
        const conversation = { id: desk.conversationId, workspaceId: desk.workspace.id, agentId: desk.agent.id };
        return [`/visitor/conversations/${desk.conversationId}/events`, await theVisitorOf(parley, conversation)];
      },
    ],
  ])('does not count among the %s', async (_kind, place) => {
    const [path = '', token = ''] = await place();
    await leaveEarly(path, token);
    const { status, text } = await parley.call('GET', path.replace('?wait=20', '?wait=1'), { token });
    expect({ status, refusal: status === 200 ? '' : text }).toEqual({ status: 200, refusal: '' });
  });
});
