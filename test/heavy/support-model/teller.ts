import type { Check } from './check';
import { Customers } from './customers';
import { Records } from './records';
import { Replies } from './replies';
import { Scene } from './scene';
import type { Passing, Step, Story } from './story';
import { Transitions } from './transitions';
import type { World } from './world';

/** No clock of a story is of interest later than that. */
const MOST_MS = 30 * 24 * 3_600_000;

/** Plays one story: takes each step over HTTP or by the workers, applies it to the model, and compares both. */
export class Teller {
  private readonly scene: Scene;
  private readonly customers: Customers;
  private readonly transitions: Transitions;
  private readonly replies: Replies;
  private readonly records: Records;

  constructor(
    private readonly world: World,
    private readonly checks: Check,
    count: (what: string) => void,
  ) {
    const scene = (this.scene = new Scene(world, count));
    this.customers = new Customers(scene);
    this.transitions = new Transitions(scene);
    this.replies = new Replies(scene, this.customers);
    this.records = new Records(scene);
  }

  async play({ turn, from, policies, steps }: Story): Promise<void> {
    const { scene } = this;
    await this.world.begin(turn - from);
    for (const [index, policy] of policies.entries()) await scene.policies.add(policy, index);
    await this.customers.begin('hand over');
    for (const step of steps) {
      await scene.goTo(scene.now + step.after, { isNoticed: !step.isUnnoticed });
      scene.count((await this.take(step)) ? step.kind : 'nothing to do');
      await this.check(step);
    }
    await this.check(null);
  }

  /** Whether there was something to do. */
  private async take(step: Step): Promise<boolean> {
    const { customers, transitions, replies, records, scene } = this;
    const place = scene.places['place' in step ? step.place % scene.places.length : 0]!;
    switch (step.kind) {
      case 'begin':
        return customers.begin(step.how);
      case 'customer':
        return customers.write(place, step);
      case 'create':
        return customers.create(place, step);
      case 'close':
        return customers.close(place, step);
      case 'reopen':
        return customers.reopen(place, step);
      case 'give back':
        return customers.giveBack(place);
      case 'block':
        return customers.block(place, step);
      case 'move':
        return transitions.move(step);
      case 'lose':
        return transitions.lose(step);
      case 'prioritize':
        return transitions.prioritize(step);
      case 'reply':
        return replies.write(step);
      case 'act':
        return replies.act(step);
      case 'bounce':
        return replies.bounce(step.of);
      case 'note':
        return records.note(place);
      case 'record':
        return records.record(step);
      case 'policy':
        return scene.policies.edit(step.of, step.edit, step.content, step.place);
      case 'pass':
        return this.pass(step);
    }
  }

  /** What this step may have changed, and at the end everything. */
  private async check(step: Step | null): Promise<void> {
    const { places, requests, now } = this.scene;
    const place = step && 'place' in step ? places[step.place % places.length] : undefined;
    for (const one of place ? [place] : places) await this.checks.conversation(one.model, one.ids);
    const clocks = requests.flatMap(({ id, request }) => request.clocks.map((clock) => ({ id, clock })));
    const some = step ? clocks.slice(now % clocks.length).slice(0, now % 2) : clocks;
    for (const { id, clock } of some) await this.checks.explanation(id, clock);
    if (step) return;
    for (const { id, request } of requests) await this.checks.history(id, request);
  }

  private async pass({ how, ending, isSwept, isUnnoticed }: Step & { kind: 'pass' }): Promise<boolean> {
    const { scene, world } = this;
    await scene.goTo(this.timeOf(how), { isNoticed: !isUnnoticed });
    // It activates nothing that is to wait for longer.
    if (!isUnnoticed) await world.resume();
    if (isSwept) {
      await world.sweep();
      for (const { model } of scene.places) model.sweep(scene.now);
    }
    await scene.dispatch(ending);
    return true;
  }

  private timeOf(how: Passing): number {
    const { requests, now } = this.scene;
    if ('for' in how) return now + how.for;
    const moments = requests
      .flatMap(({ request }) => (request.isLive ? request.clocks.flatMap((clock) => clock.moments) : []))
      .filter((at) => at > now + 1 && at < now + MOST_MS)
      .sort((one, other) => one - other);
    return moments.length === 0 ? now + 1 : moments[how.until % moments.length]! + how.and;
  }
}
