import { readFileSync } from 'node:fs';
import { VISITOR_FEED } from '../../src/visitor/events/visitor-feed';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aVisitor } from '../factories/visitor';
import { type Parley, startParley } from '../support/parley';
import { streamedEvents } from '../support/visitor-stream';

let parley: Parley;
let desk: HelpDesk;
const { lookEveryMs } = VISITOR_FEED;
beforeAll(async () => {
  // No stream is open while statements are counted.
  VISITOR_FEED.lookEveryMs = 3_600_000;
  parley = await startParley();
  desk = await aHelpDesk(parley);
});
afterAll(async () => {
  VISITOR_FEED.lookEveryMs = lookEveryMs;
  await parley.stop();
});

let requests = 0;
const say = (token: string, conversationId?: string) =>
  parley.call('POST', '/visitor/messages', {
    token,
    body: { message: 'How do I reset my password?', requestId: `statements-${++requests}`, conversationId },
  });
/** The least of three: what the service writes from time to time falls into one of them. */
const costOf = async (work: () => Promise<unknown>): Promise<number> => {
  const counts: number[] = [];
  while (counts.length < 3) {
    const statements = await parley.statementsOf(work);
    counts.push(statements.filter((sql) => !/^(START|COMMIT|BEGIN)/.test(sql)).length);
  }
  return Math.min(...counts);
};

/** The number in the row of docs/benchmarks.md about this; a statement more is a decision. */
const documented = (what: string): number => {
  const rows = readFileSync('docs/benchmarks.md', 'utf8').split('\n');
  const row = rows.find((line) => line.startsWith(`| ${what} `));
  return Number(row?.split('|')[2]);
};

it('costs of visitors, in statements', async () => {
  const [known, ...others] = await Promise.all([1, 2, 3, 4].map(() => aVisitor(parley, desk.agent)));
  const { token } = known!;
  await say(token);
  const first = await costOf(() => say(others.pop()!.token));
  const { id } = (await parley.call('GET', '/visitor/session', { token })).body.conversations[0] as { id: string };
  const further = await costOf(() => say(token, id));
  const path = `/visitor/conversations/${id}`;
  const poll = await costOf(() => parley.call('GET', `${path}/messages`, { token, query: { after: 1_000 } }));
  const page = await costOf(() => fetch(`${parley.url}/widget/${desk.agent.id}`));
  // One stays open, so that what it costs to follow the workspace is not in the count.
  const open = [await streamedEvents(parley, token, id)];
  await open[0]!.until('conversation.updated');
  const stream = await costOf(async () => {
    const opened = await streamedEvents(parley, token, id);
    await opened.until('conversation.updated');
    open.push(opened);
  });
  for (const { leave } of open) leave();
  expect({ page, first, further, poll, stream }).toEqual({
    page: documented('loads the frame of the widget'),
    first: documented('sends a first message, and gets an answer'),
    further: documented('sends another message, and gets an answer'),
    poll: documented('polls for messages, and there are none'),
    stream: documented('opens a stream, up to its state'),
  });
});
