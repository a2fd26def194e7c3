import fc from 'fast-check';
import { ReplyEvidenceService } from '../../src/inbox/replies/reply-evidence.service';
import { ReplyDispatch } from '../../src/inbox/replies/reply-dispatch';
import type { Delivery } from '../../src/common/mail/delivery.types';
import { ReplyRecovery } from '../../src/inbox/replies/reply-recovery';
import { type InboxMember, InboxDesk } from '../factories/inbox-fixtures';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { FakeReplyMailer, REFUSED, SENT } from '../support/reply-mailer';
import { type Action, type By, type Ending, Model, type ModelReply, type Evidence } from './replies-model';

const RUNS = Number(process.env['RUNS'] ?? 6);
/** The same stories every time, so that a red run is about the change; another seed explores. */
const seed = Number(process.env['SEED'] ?? 20_260_115);

type Step =
  | { kind: 'reply'; channel: 'widget' | 'email' }
  | { kind: 'act'; target: number; action: Action; by: By; stale: boolean }
  | { kind: 'pass'; target: number }
  | { kind: 'work'; ending: Ending; evidence: Evidence | null }
  | { kind: 'crash'; target: number; handedOver: boolean }
  | { kind: 'tell'; target: number; evidence: Evidence }
  | { kind: 'customer' };

const target = fc.nat(5);
const evidence = fc.constantFrom<Evidence>('proof', 'report', 'stale proof', 'stale report');
const kind = <K extends Step['kind']>(name: K) => fc.constant(name);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('reply'),
      channel: fc.constantFrom<'widget' | 'email'>('widget', 'email', 'email'),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: kind('act'),
      target,
      action: fc.constantFrom<Action>('undo', 'edit', 'retry', 'settle sent', 'settle failed'),
      by: fc.constantFrom<By>('author', 'author', 'member', 'admin'),
      stale: fc.constantFrom(true, false, false, false),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: kind('pass'), target }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kind('work'),
      ending: fc.constantFrom<Ending>('sent', 'refused', 'deferred', 'uncertain', 'uncertain'),
      evidence: fc.option(evidence, { freq: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('crash'), target, handedOver: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('tell'), target, evidence }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('customer') }) },
);
const story = fc.array(step, { minLength: 6, maxLength: 20 });

const DELIVERIES: Record<Ending, Delivery> = {
  sent: SENT,
  refused: { outcome: 'refused', final: true, failure: REFUSED },
  deferred: { outcome: 'refused', final: false, failure: { ...REFUSED, smtpCode: 451 } },
  uncertain: { outcome: 'uncertain', failure: { ...REFUSED, class: 'timeout', smtpCode: null } },
};
const LATER = `clock_timestamp() + interval '1 hour'`;

let parley: Parley;
let mailer: FakeReplyMailer;
const seen = { steps: 0, statuses: new Map<string, number>() };

beforeAll(async () => {
  parley = await startParley();
  mailer = FakeReplyMailer.of(parley);
});
afterAll(() => parley.stop());

/** The story of one conversation: each step is taken over HTTP or by the worker, and applied to the model. */
class Teller {
  private readonly model = new Model();
  private readonly ids: string[] = [];
  private texts = 0;

  private constructor(
    private readonly desk: InboxDesk,
    private readonly people: Record<By, Pick<InboxMember, 'secret'>>,
  ) {}

  static async begin(): Promise<Teller> {
    const desk = await InboxDesk.open(parley, { undoSendSeconds: 60 });
    return new Teller(desk, { author: desk.author, member: await desk.member(), admin: desk.admin });
  }

  async take(step: Step): Promise<void> {
    seen.steps++;
    switch (step.kind) {
      case 'reply':
        return this.reply(step.channel);
      case 'customer':
        await this.desk.say('Is anybody there?');
        return this.model.customer();
      case 'work':
        return this.work(step.ending, step.evidence);
      default:
        if (this.ids.length === 0) return;
    }
    const index = step.target % this.ids.length;
    const id = this.ids[index]!;
    const reply = this.model.replies[index]!;
    // One at a time is due: of two that are sent at once, either may end first, and the conversation shows the last.
    const isAlone = this.model.replies.every((other) => other === reply || other.status !== 'queued' || !other.isDue);
    switch (step.kind) {
      case 'act':
        return isAlone || step.action !== 'retry' ? this.act(id, reply, step) : undefined;
      case 'pass':
        if (reply.status !== 'queued' || !isAlone) return;
        reply.isDue = true;
        return this.due(id, `clock_timestamp() - interval '1 ms'`);
      case 'crash':
        return isAlone ? this.crash(id, reply, step.handedOver) : undefined;
      case 'tell':
        expect({ step, settled: await this.report(id, step.evidence) }).toEqual({
          step,
          settled: this.model.report(reply, step.evidence),
        });
    }
  }

  /** Each reply as all members see it, and the mails that the customer got. */
  async check(): Promise<void> {
    expect((await this.desk.conversation()).status).toBe(this.model.replies.length > 0 ? this.model.status : 'open');
    for (const [index, reply] of this.model.replies.entries()) {
      const { body } = await this.desk.get(this.ids[index]!);
      const { lifecycleStatus, lifecycleVersion, revisionCount, content, sentAt } = body.message;
      const { status, version, revisions, attempts } = reply;
      seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1);
      expect({ lifecycleStatus, lifecycleVersion, revisionCount, content, attempts: body.attempts }).toEqual({
        lifecycleStatus: status,
        lifecycleVersion: version,
        revisionCount: revisions.length - 1,
        content: reply.content,
        attempts,
      });
      if (status !== 'bounced') expect(sentAt !== null).toBe(status === 'sent');
      expect(body.bounce !== null).toBe(status === 'bounced');
      expect(body.revisions.map((one: { content: string }) => one.content)).toEqual(revisions);
      const arrived = mailer.arrived.filter(({ messageId }) => messageId === this.ids[index]);
      expect(arrived).toHaveLength(reply.arrivals);
      for (const one of arrived) expect(one.content).toBe(revisions[one.revision]);
    }
  }

  /** What is still due would be sent in the next story. */
  async end(): Promise<void> {
    for (const id of this.ids) await this.due(id, LATER);
  }

  private async reply(channel: 'widget' | 'email'): Promise<void> {
    const content = this.text();
    const { body, status } = await this.desk.reply({ channel, content });
    expect(status).toBe(201);
    this.ids.push(body.id as string);
    await this.due(body.id as string, LATER);
    this.model.reply(channel, content);
  }

  private async act(id: string, reply: ModelReply, { action, by, stale }: Step & { kind: 'act' }): Promise<void> {
    const version = stale ? reply.version - 1 : reply.version;
    const content = this.text();
    const expected = this.model.act(reply, action, by, version, content);
    const { status, body } = await this.send(id, action, version, content, this.people[by]);
    expect({ action, by, stale, code: body.code ?? null, done: status === 200 }).toEqual({
      action,
      by,
      stale,
      code: expected,
      done: expected === null,
    });
  }

  private send(id: string, action: Action, version: number, content: string, by: { secret: string }): Promise<Reply> {
    const { desk } = this;
    if (action === 'undo') return desk.undo(id, version, by);
    if (action === 'edit') return desk.edit(id, version, content, by);
    if (action === 'retry') return desk.retry(id, version, by);
    return desk.settle(id, version, { outcome: action === 'settle sent' ? 'sent' : 'failed' }, by);
  }

  private async work(ending: Ending, evidence: Evidence | null): Promise<void> {
    mailer.behave = async ({ messageId }, handingOver) => {
      // A server that defers or refuses may do so before it has asked for the message, or afterwards.
      if (ending !== 'refused') await handingOver();
      if (evidence) expect(await this.report(messageId, evidence)).toBe(false);
      return DELIVERIES[ending];
    };
    await parley.drain();
    this.model.work(ending, evidence);
    // The next attempt is in 10 seconds at the earliest, which a test must not wait for, nor come by.
    for (const [index, { status, isDue }] of this.model.replies.entries()) {
      if (status === 'queued' && !isDue) await this.due(this.ids[index]!, LATER);
    }
  }

  private async crash(id: string, reply: ModelReply, wanted: boolean): Promise<void> {
    if (reply.status !== 'queued') return;
    const handedOver = wanted && reply.channel === 'email';
    await this.due(id, `clock_timestamp() - interval '1 year'`);
    const dispatch = parley.get(ReplyDispatch);
    const claim = await dispatch.queues[reply.channel].claim();
    expect(claim?.messageId).toBe(id);
    if (handedOver) await dispatch.markHandingOver(claim!);
    await this.desk.letLeaseEnd(id);
    expect(await parley.get(ReplyRecovery).runOnce()).toBe(true);
    this.model.crash(reply, handedOver);
    reply.isDue = true;
  }

  private report(id: string, what: Evidence): Promise<boolean> {
    const evidence = parley.get(ReplyEvidenceService);
    const revision = what.startsWith('stale') ? 99 : null;
    const of = { workspaceId: this.desk.workspace.id, messageId: id, revision };
    if (what.endsWith('proof')) return evidence.delivered(of);
    return evidence.bounced(of, { smtpCode: 550, enhancedCode: '5.1.1', text: 'No such mailbox' });
  }

  private async due(id: string, when: string): Promise<void> {
    await parley.database.query(
      `UPDATE replies SET dispatch_after_at = ${when} WHERE workspace_id = $1 AND message_id = $2 AND status = 'queued'`,
      [this.desk.workspace.id, id],
    );
  }

  private text(): string {
    return `Text ${++this.texts}`;
  }
}

describe('replies', () => {
  it('behave like the model, for any actions of members, workers, mail servers and incoming mail', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (steps) => {
        const teller = await Teller.begin();
        await teller.take({ kind: 'reply', channel: 'email' });
        for (const step of steps) {
          await teller.take(step);
          await teller.check();
        }
        await teller.end();
      }),
      { numRuns: RUNS, seed, endOnFailure: false },
    );
    const statuses = JSON.stringify(Object.fromEntries(seen.statuses));
    console.log(`replies against their model: n=${RUNS} stories, SEED=${seed}, ${seen.steps} steps, seen ${statuses}`);
  }, 3_000_000);
});
