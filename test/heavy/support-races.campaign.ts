import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { between, oneOf, randomOf } from '../../bench/support/random';
import { aConversation } from '../factories/conversation';
import { SupportDesk } from '../factories/support-fixtures';
import { AROUND_THE_CLOCK, type ModelClock, type ModelTarget } from '../property/support-clock-model';
import { ModelRequest } from '../property/support-model';
import type { Promises } from '../property/support-moves-model';
import { readingOf } from '../property/support-readings';
import { call, type Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { SpawnedService } from '../support/spawned-service';
import { campaignOf } from './campaign';

const TRANSITIONS = Number(process.env['TRANSITIONS'] ?? campaignOf(10_000));
/** The same transitions every time; another seed explores. */
const SEED = Number(process.env['SEED'] ?? 20_260_115);
const CONVERSATIONS = 50;
const REQUESTS_EACH = 4;
const AT_ONCE = 12;
/** Transitions between one kill and the next. */
const KILL_EVERY = 250;
const TARGETS = {
  first_response: { seconds: 20, warnAtPercent: 50, pauseOn: [] },
  approval_review: { seconds: 5, warnAtPercent: 80, pauseOn: ['customer'] },
  verified_resolution: { seconds: 10, warnAtPercent: 80, pauseOn: ['customer', 'third_party'] },
} as const;

interface Known {
  path: string;
  version: number;
  state: string;
  stateSince: number;
}

/** A transition that was asked for, perhaps several times, and what was answered each time. */
interface Command {
  request: Known;
  body: { idempotencyKey: string; expectedVersion: number };
  answers: Reply[];
}

describe(`members at the same requests, on two processes that are killed (SEED=${SEED}, n=${TRANSITIONS})`, () => {
  const random = randomOf(SEED);
  const alive: SpawnedService[] = [];
  const requests: Known[] = [];
  let parley: Parley;
  let desk: SupportDesk;
  let policyId: string;

  const start = async (): Promise<void> =>
    void alive.push(await SpawnedService.start({ DATABASE_URL: parley.databaseUrl }));

  beforeAll(async () => {
    parley = await startParley();
    desk = await SupportDesk.open(parley);
    policyId = await desk.policy(TARGETS);
    for (let n = 0; n < CONVERSATIONS; n++) {
      const { id: conversationId } = await aConversation(parley, desk.inbox.agent);
      for (let each = 0; each < REQUESTS_EACH; each++) {
        const { body } = await desk.call('POST', '/support-requests', { conversationId });
        const { id, version, state, stateSince } = body;
        requests.push({ path: `/support-requests/${id}`, version, state, stateSince: Date.parse(stateSince) });
      }
    }
    await Promise.all([start(), start()]);
  }, 600_000);
  afterAll(async () => {
    await Promise.all(alive.map((service) => service.stop()));
    await parley.stop();
  });

  /** Retries until there is an answer: the caller cannot know the outcome if the process has died. */
  const ask = async (command: Command): Promise<Reply> => {
    for (;;) {
      const service = oneOf(random, alive);
      try {
        const url = `${service.url}${desk.path}${command.request.path}/transitions`;
        const answer = await call(url, 'POST', { token: desk.inbox.author.secret, body: command.body });
        command.answers.push(answer);
        return answer;
      } catch {
        await pause(20);
      }
    }
  };

  const transitionOf = ({ state }: Known): object => {
    const wait = (): object => {
      const waitingOn = oneOf(random, ['customer', 'third_party', 'internal']);
      const resumeAt = new Date(Date.now() + between(random, 1_000, 4_000)).toISOString();
      return { kind: 'wait', waitingOn, ...(random() < 0.3 && { resumeAt }) };
    };
    const end = { kind: 'end', disposition: oneOf(random, ['resolved', 'answered_by_agent', 'no_response', 'spam']) };
    const draw = random();
    if (state === 'ended') return { kind: 'reopen' };
    if (state === 'waiting') return draw < 0.7 ? { kind: 'activate' } : end;
    if (state === 'new') return draw < 0.4 ? { kind: 'activate' } : draw < 0.9 ? wait() : end;
    return draw < 0.7 ? wait() : end;
  };

  const wish = (request: Known): Command => {
    const occurredAt = new Date(Math.max(request.stateSince, Date.now() - between(random, 0, 2_000))).toISOString();
    const body = { expectedVersion: request.version, idempotencyKey: randomUUID(), reason: 'Because.', occurredAt };
    return { request, body: { ...body, transition: transitionOf(request) } as Command['body'], answers: [] };
  };

  const look = async (request: Known): Promise<void> => {
    const { version, state, stateSince } = (await desk.call('GET', request.path)).body;
    Object.assign(request, { version, state, stateSince: Date.parse(stateSince) });
  };

  /** Two members who have read the same version; one of them may have asked twice. */
  const race = async (): Promise<Command[]> => {
    const request = oneOf(random, requests);
    if (random() < 0.5) await look(request);
    const wishes = [wish(request), wish(request)];
    const isTwice = random() < 0.3;
    await Promise.all([...wishes.map((one) => ask(one)), ...(isTwice ? [ask(wishes[0]!)] : [])]);
    for (const { answers } of wishes) {
      const done = answers.find(({ status }) => status === 200)?.body.supportRequest;
      if (done && done.version > request.version) {
        const { version, state, stateSince } = done;
        Object.assign(request, { version, state, stateSince: Date.parse(stateSince) });
      }
    }
    for (const one of wishes) if (random() < 0.1) await ask(one);
    return wishes;
  };

  /** Each request's history and what it shows, of one moment, and when it was read. */
  // oxlint-disable-next-line typescript/no-explicit-any -- records as the API answers them
  const settled = async ({ path }: Known): Promise<{ entries: any[]; shown: any; from: number; to: number }> => {
    for (;;) {
      // oxlint-disable-next-line typescript/no-explicit-any -- records as the API answers them
      const entries: any[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const query = `?limit=100${cursor && `&cursor=${cursor}`}`;
        const { body } = await desk.call('GET', `${path}/history${query}`);
        entries.push(...body.entries);
        cursor = body.nextCursor as string | null;
      }
      const from = Date.now();
      const { body: shown } = await desk.call('GET', path);
      if (shown.version === entries.at(-1).versionAfter) return { entries, shown, from, to: Date.now() + 1 };
    }
  };

  it('take one step at a time, each of which was one member’s, and show what follows from them', async () => {
    const commands: Command[] = [];
    let kills = 0;
    let begun = 0;
    let killing: Promise<void> = Promise.resolve();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while ((begun += 2) <= TRANSITIONS) {
          commands.push(...(await race()));
          if (begun < (kills + 1) * KILL_EVERY) continue;
          kills++;
          const [victim] = alive.splice(Math.floor(random() * alive.length), 1);
          killing = killing.then(async () => {
            await victim?.stop('SIGKILL');
            await start();
          });
          await killing;
        }
      }),
    );
    // No process resumes a request any more that waits until a set time.
    await Promise.all(alive.splice(0).map((service) => service.stop()));

    const wrong: unknown[] = [];
    const complain = (what: string, of: unknown): void => void wrong.push({ what, of });
    const counts = new Map<string, number>();
    for (const { answers } of commands) {
      for (const { status, body, headers } of answers) {
        const what = `${status} ${body.code ?? (headers.get('idempotency-replayed') ? 'again' : 'done')}`;
        counts.set(what, (counts.get(what) ?? 0) + 1);
      }
    }
    const done = commands.filter(({ answers }) => answers.some(({ status }) => status === 200));
    for (const { body, answers } of done) {
      const good = answers.filter(({ status }) => status === 200);
      const first = good.filter(({ headers }) => headers.get('idempotency-replayed') !== 'true');
      if (new Set(good.map(({ text }) => text)).size !== 1) complain('a retry was answered differently', body);
      if (first.length > 1) complain('done twice', body);
      if (good[0]!.body.transition.versionAfter !== body.expectedVersion + 1) complain('a version was skipped', body);
    }
    let clocks = 0;
    const live = new Map<string, number>();
    for (const request of requests) {
      const { entries, shown, from, to } = await settled(request);
      if (shown.state !== 'ended') live.set(shown.conversationId, (live.get(shown.conversationId) ?? 0) + 1);
      if (entries.some(({ versionAfter }, index) => versionAfter !== index + 1)) complain('a gap', entries);
      const ofMembers = entries.filter(({ kind, actorMemberId }) => kind !== 'open' && actorMemberId !== null);
      const winners = done
        .filter((one) => one.request === request)
        .map(({ answers }) => answers.find(({ status }) => status === 200)!.body.transition.id as string);
      const ids = ofMembers.map(({ id }) => id as string);
      if (JSON.stringify([...winners].sort()) !== JSON.stringify([...ids].sort()))
        complain('lost or more', { ids, winners });
      const model = replay(entries, policyId);
      clocks += model.clocks.length;
      const readings = [model.shown(from), model.shown(to)].map((of) => JSON.stringify(of));
      const seen = JSON.stringify(shown.sla.map((clock: object) => readingOf(clock)));
      if (!readings.includes(seen)) complain('clocks', { entries, seen, readings });
    }
    const rows = await parley.database.query<{ id: string; live: number }[]>(
      'SELECT id, live_support_request_count AS live FROM conversations WHERE workspace_id = $1',
      [desk.inbox.workspace.id],
    );
    for (const { id, live: counted } of rows) if (counted !== (live.get(id) ?? 0)) complain('live requests', id);
    process.stdout.write(
      `support races: n=${commands.length} SEED=${SEED} ${requests.length} requests, ${kills} kills, ${clocks} clocks, ` +
        `answers ${JSON.stringify(Object.fromEntries(counts))}\n`,
    );
    expect(wrong.slice(0, 3)).toEqual([]);
    const refused = ['409 version_conflict', '409 invalid_transition', '400 validation_failed'];
    expect([...counts.keys()].filter((what) => !what.startsWith('200') && !refused.includes(what))).toEqual([]);
    expect(done.length).toBeGreaterThan(TRANSITIONS / 10);
  }, 3_600_000);
});

/** The request as its history alone tells it. */
// oxlint-disable-next-line typescript/no-explicit-any -- records as the API answers them
function replay(entries: any[], policyId: string): ModelRequest {
  const targets = new Map(
    Object.entries(TARGETS).map(([milestone, target]): [ModelClock['milestone'], ModelTarget] => [
      milestone as ModelClock['milestone'],
      { ...target, policyId, policyVersion: 1, working: AROUND_THE_CLOCK },
    ]),
  );
  const promises: Promises = () => targets;
  const [opened, ...moves] = entries;
  const model = new ModelRequest(promises, 'member', 'normal', Date.parse(opened.occurredAt));
  for (const { kind, waitingOn, resumeAt, disposition, occurredAt, recordedAt, actorMemberId } of moves) {
    const wait = { waitingOn, resumeAt: resumeAt === null ? null : Date.parse(resumeAt) };
    const move = { kind, ...(kind === 'wait' && wait), ...(kind === 'end' && { disposition: disposition.code }) };
    model.move(move, Date.parse(occurredAt), Date.parse(recordedAt), actorMemberId !== null);
  }
  return model;
}
