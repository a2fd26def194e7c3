import { SqlLog } from '../../src/common/database/sql-log';
import { hashSecret } from '../../src/common/secrets/token';
import { ConversationDesk } from '../factories/conversation-fixtures';
import { EventStream, type ReceivedEvent } from '../support/event-stream';
import { type Parley, startParley } from '../support/parley';

const STREAMS = 12;

describe('the callers of event streams', () => {
  let parley: Parley;
  let desk: ConversationDesk;
  beforeAll(async () => {
    parley = await startParley();
    desk = await ConversationDesk.open(parley);
  });
  afterAll(() => parley.stop());

  it('are looked up together, and who is no longer authorized gets nothing', async () => {
    const members = await Promise.all(Array.from({ length: STREAMS }, () => desk.member()));
    const streams = await Promise.all(members.map((member) => EventStream.open(parley, desk.workspace, member)));
    await Promise.all(streams.map((stream) => stream.until(({ event }) => event === 'stream.opened')));
    const [revoked, ...others] = streams;
    await parley.database.query('UPDATE account_credentials SET revoked_at = now() WHERE secret_hash = $1', [
      hashSecret(members[0]!.secret),
    ]);
    let lookUps = 0;
    const stop = SqlLog.listen((sql) => {
      if (sql.includes('FROM account_credentials c')) lookUps += 1;
    });
    const { id } = await desk.conversation('Do you ship to Iceland?');
    const isAnswer = ({ data }: ReceivedEvent): boolean => data.conversationId === id && data.message?.role === 'agent';
    await Promise.all(others.map((stream) => stream.until(isAnswer)));
    stop();
    await expect(revoked!.until(isAnswer)).rejects.toThrow();
    expect(revoked!.types).toEqual(['stream.opened']);
    // Each event is a look-up or two, and so are the requests of this test; without company, each stream has its own.
    expect(lookUps).toBeLessThan(STREAMS);
    for (const stream of others) stream.leave();
  });
});
