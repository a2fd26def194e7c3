import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import type { SlaFigures } from '../../src/sla/reports/sla-report.types';
import { SLA_MILESTONES, type SlaMilestone } from '../../src/support/support-request.types';
import { SupportDesk } from '../factories/support-fixtures';
import { type Parley, startParley } from '../support/parley';

const RUNS = Number(process.env['RUNS'] ?? 8);
const SEED = Number(process.env['SEED'] ?? 20_260_115);

const START = Date.parse('2026-01-01T00:00:00.000Z');
const HOUR_MS = 3_600_000;

const GROUPS = ['agent', 'member', 'policy'] as const;

/** A clock as it stands in its row. Agents, members and policies by number. */
interface Shape {
  agent: number;
  policy: number;
  milestone: SlaMilestone;
  assignee: number | null;
  answeredBy: number | null;
  /** Hours after the start of all. */
  hour: number;
  elapsedMs: number;
  isBreached: boolean;
  /** What an open clock counts to; null: it is paused. */
  due: 'past' | 'future' | null;
  end: 'open' | 'satisfied' | 'cancelled';
}

const shapes = fc.array(
  fc.record<Shape>({
    agent: fc.nat(2),
    policy: fc.nat(2),
    milestone: fc.constantFrom(...SLA_MILESTONES.slice(0, 3)),
    assignee: fc.option(fc.nat(1)),
    answeredBy: fc.option(fc.nat(1)),
    hour: fc.nat(9),
    elapsedMs: fc.oneof(fc.nat(5_000), fc.nat(100_000_000)),
    isBreached: fc.boolean(),
    due: fc.constantFrom('past', 'future', null),
    end: fc.constantFrom('open', 'satisfied', 'satisfied', 'cancelled'),
  }),
  { minLength: 1, maxLength: 60 },
);

interface Question {
  groupBy: (typeof GROUPS)[number] | undefined;
  milestone: SlaMilestone | undefined;
  /** All clocks start on one day, so the series has one interval. */
  interval: 'day' | 'week' | undefined;
  from: number;
  hours: number;
  isRestricted: boolean;
}

const questions = fc.array(
  fc.record<Question>({
    groupBy: fc.constantFrom(...GROUPS, undefined),
    milestone: fc.constantFrom(undefined, undefined, ...SLA_MILESTONES.slice(0, 3)),
    interval: fc.constantFrom('day', 'week', undefined),
    from: fc.nat(5),
    hours: fc.integer({ min: 1, max: 10 }),
    isRestricted: fc.boolean(),
  }),
  { minLength: 6, maxLength: 12 },
);

/** Figures without the name of a policy. */
type Expected = Omit<SlaFigures, 'policyName'>;

interface Answer {
  figures: Expected[];
  /** Null: by no interval. */
  series: Expected[][] | null;
}

let parley: Parley;
beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());

/** A desk whose clocks are written as they are to be. */
class Place {
  private constructor(
    private readonly desk: SupportDesk,
    private readonly ids: { agents: string[]; members: string[]; policies: string[] },
    private readonly readers: { secret: string; agentIds: string[] }[],
    private readonly clocks: readonly Shape[],
  ) {}

  static async open(clocks: readonly Shape[]): Promise<Place> {
    const desk = await SupportDesk.open(parley);
    const { inbox } = desk;
    const three = (): string[] => [randomUUID(), randomUUID(), randomUUID()];
    const ids = {
      agents: three(),
      members: [inbox.author.memberId, (await inbox.member()).memberId],
      policies: three(),
    };
    const own = ids.agents.slice(0, 2);
    const readers = [
      { secret: inbox.admin.secret, agentIds: ids.agents },
      { secret: (await inbox.member(own)).secret, agentIds: own },
    ];
    const place = new Place(desk, ids, readers, clocks);
    await place.write();
    return place;
  }

  async answered({ groupBy, milestone, interval, from, hours, isRestricted }: Question): Promise<Answer> {
    const query = {
      from: instantOf(from),
      to: instantOf(from + hours),
      ...(groupBy && { groupBy }),
      ...(milestone && { milestone }),
      ...(interval && { interval }),
    };
    const token = this.readers[isRestricted ? 1 : 0]!.secret;
    const reply = await parley.call('GET', `${this.desk.path}/sla/report`, { token, query });
    if (reply.status !== 200) throw new Error(`getSlaReport answered ${reply.status}: ${reply.text}`);
    const { figures, series } = reply.body as { figures: SlaFigures[]; series: { figures: SlaFigures[] }[] | null };
    return { figures: withoutNames(figures), series: series && series.map((one) => withoutNames(one.figures)) };
  }

  /** The same, in TypeScript from the clocks. */
  expected(question: Question): Answer {
    const series = question.interval ? [this.figures({ ...question, groupBy: undefined })] : null;
    return { figures: this.figures(question), series };
  }

  private figures({ groupBy, milestone, from, hours, isRestricted }: Question): Expected[] {
    const { agentIds } = this.readers[isRestricted ? 1 : 0]!;
    const within = this.clocks.filter(
      (clock) =>
        clock.hour >= from &&
        clock.hour < from + hours &&
        agentIds.includes(this.ids.agents[clock.agent]!) &&
        (milestone === undefined || clock.milestone === milestone),
    );
    const groups = new Map<string | null, Shape[]>();
    for (const clock of within) {
      const key = this.keyOf(clock, groupBy);
      groups.set(key, [...(groups.get(key) ?? []), clock]);
    }
    const bySize = [...groups].sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || order(a, b));
    return bySize.flatMap(([key, clocks]) =>
      SLA_MILESTONES.map((one) => clocks.filter((clock) => clock.milestone === one))
        .filter((ofMilestone) => ofMilestone.length > 0)
        .map((ofMilestone) => ({
          agentId: groupBy === 'agent' ? key : null,
          memberId: groupBy === 'member' ? key : null,
          policyId: groupBy === 'policy' ? key : null,
          ...figuresOf(ofMilestone),
        })),
    );
  }

  private keyOf({ agent, policy, assignee, answeredBy, end }: Shape, groupBy: Question['groupBy']): string | null {
    const { agents, members, policies } = this.ids;
    const member = end === 'satisfied' ? (answeredBy ?? assignee) : assignee;
    switch (groupBy) {
      case 'agent':
        return agents[agent]!;
      case 'policy':
        return policies[policy]!;
      case 'member':
        return member === null ? null : members[member]!;
      case undefined:
        return null;
    }
  }

  /** Requests by assignee, each with the clocks of its own. */
  private async write(): Promise<void> {
    const { id: workspaceId } = this.desk.inbox.workspace;
    const { agents, members, policies } = this.ids;
    const requests = new Map<number | null, { id: string; conversationId: string }>();
    for (const assignee of [null, 0, 1]) {
      const assigneeMemberId = assignee === null ? null : members[assignee]!;
      const request = await this.desk.request();
      const body = { assigneeMemberId, expectedVersion: 1 };
      await this.desk.call('PATCH', `/support-requests/${request.id}`, body);
      requests.set(assignee, request);
    }
    await parley.database.query(
      `INSERT INTO sla_snapshots (workspace_id, policy_id, policy_version, policy_name, calendar)
       SELECT $1, id, 1, 'Policy', '{}' FROM unnest($2::uuid[]) id`,
      [workspaceId, policies],
    );
    const rows = this.clocks.map((clock, index) => {
      const { id, conversationId } = requests.get(clock.assignee)!;
      const isOpen = clock.end === 'open';
      const due = { past: instantOf(0), future: '2099-01-01T00:00:00.000Z' };
      return {
        support_request_id: id,
        conversation_id: conversationId,
        agent_id: agents[clock.agent],
        milestone: clock.milestone,
        number: index + 1,
        policy_id: policies[clock.policy],
        status: statusOf(clock),
        started_at: instantOf(clock.hour),
        running_since: isOpen && clock.due ? instantOf(clock.hour) : null,
        elapsed_ms: clock.elapsedMs,
        due_at: clock.due && due[clock.due],
        satisfied_by_member_id:
          clock.end === 'satisfied' && clock.answeredBy !== null ? members[clock.answeredBy] : null,
        breached_at: clock.isBreached ? instantOf(0) : null,
        finished_at: isOpen ? null : instantOf(11),
      };
    });
    await parley.database.query(
      `INSERT INTO sla_clocks (workspace_id, id, episode_number, policy_version, target_seconds, zones, support_request_id,
         conversation_id, agent_id, milestone, number, policy_id, status, started_at, running_since, elapsed_ms, due_at,
         satisfied_by_member_id, breached_at, finished_at)
       SELECT $1, gen_random_uuid(), 1, 1, 60, '', support_request_id, conversation_id, agent_id, milestone, number,
         policy_id, status, started_at, running_since, elapsed_ms, due_at, satisfied_by_member_id, breached_at, finished_at
       FROM json_populate_recordset(NULL::sla_clocks, $2)`,
      [workspaceId, JSON.stringify(rows)],
    );
  }
}

function withoutNames(figures: readonly SlaFigures[]): Expected[] {
  return figures.map(({ policyName: _name, ...others }) => others);
}

function instantOf(hour: number): string {
  return new Date(START + hour * HOUR_MS).toISOString();
}

/** As it was last written: an open clock is breaching only once a sweep has seen it. */
function statusOf({ end, isBreached, due }: Shape): string {
  if (end === 'satisfied') return isBreached ? 'met_late' : 'met';
  if (end === 'cancelled') return 'cancelled';
  return due === null ? 'paused' : isBreached ? 'breaching' : 'pending';
}

/** Null comes last. */
function order(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return a < b ? -1 : 1;
}

function figuresOf(clocks: readonly Shape[]): Omit<Expected, 'agentId' | 'memberId' | 'policyId'> {
  const count = (isOne: (clock: Shape) => boolean): number => clocks.filter(isOne).length;
  const isOut = ({ isBreached, due }: Shape): boolean => isBreached || due === 'past';
  const met = count(({ end, isBreached }) => end === 'satisfied' && !isBreached);
  const metLate = count(({ end, isBreached }) => end === 'satisfied' && isBreached);
  const breaching = count((clock) => clock.end === 'open' && isOut(clock));
  const due = met + metLate + breaching;
  const elapsed = clocks.filter(({ end }) => end === 'satisfied').map(({ elapsedMs }) => elapsedMs);
  return {
    milestone: clocks[0]!.milestone,
    started: clocks.length,
    met,
    metLate,
    breaching,
    open: count((clock) => clock.end === 'open' && !isOut(clock)),
    cancelled: count(({ end }) => end === 'cancelled'),
    metShare: due === 0 ? null : Math.round((met * 10_000) / due) / 10_000,
    medianSeconds: percentile(elapsed, 0.5),
    p90Seconds: percentile(elapsed, 0.9),
  };
}

/** Between the two values that are nearest, in whole seconds. */
function percentile(milliseconds: readonly number[], share: number): number | null {
  if (milliseconds.length === 0) return null;
  const sorted = [...milliseconds].sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)]!;
  const above = sorted[Math.ceil(place)]!;
  return Math.floor((below + (place - Math.floor(place)) * (above - below)) / 1_000);
}

it(`adds up what the clocks say, ${RUNS} times, seed ${SEED}`, async () => {
  await fc.assert(
    fc.asyncProperty(shapes, questions, async (clocks, question) => {
      const place = await Place.open(clocks);
      for (const one of question) expect([one, await place.answered(one)]).toEqual([one, place.expected(one)]);
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
});
