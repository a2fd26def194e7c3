import type { Priority } from '../../../src/support/support-request.types';
import type { ModelConversation, Ending, ModelReply } from '../../property/support-conversation-model';
import type { ModelRequest } from '../../property/support-model';
import type { Promises } from '../../property/support-moves-model';
import { PromisesOfStory } from './promises';
import type { World } from './world';

const MOST_QUEUED = 2;

/** What is known of a conversation beside what the model says. */
export interface Place {
  model: ModelConversation;
  /** Of its requests, in their order. */
  ids: string[];
  /** The customer’s address. */
  from: string;
}

export interface Found {
  id: string;
  place: Place;
  request: ModelRequest;
}

/** What there is in a story by now. */
export class Scene {
  readonly places: Place[] = [];
  readonly policies: PromisesOfStory;
  readonly promises: Promises;

  constructor(
    readonly world: World,
    /** Records everything that was done. */
    readonly count: (what: string) => void,
  ) {
    this.policies = new PromisesOfStory(world);
    this.promises = (priority: Priority) => this.policies.model.targets(world.agentId, priority);
  }

  get now(): number {
    return this.world.clock.now;
  }

  get requests(): Found[] {
    return this.places.flatMap((place) =>
      place.model.requests.map((request, n) => ({ id: place.ids[n]!, place, request })),
    );
  }

  requestAt(index: number): Found | undefined {
    return this.requests[index % this.requests.length];
  }

  replyAt(index: number, isMatch: (reply: ModelReply) => boolean): { place: Place; reply: ModelReply } | undefined {
    const all = this.places.flatMap((place) => place.model.replies.filter(isMatch).map((reply) => ({ place, reply })));
    return all[index % all.length];
  }

  /** Whether as many wait to be sent as a story is interested in. */
  get isFull(): boolean {
    return this.queued.length >= MOST_QUEUED;
  }

  /** Time passes. */
  async goTo(at: number, { isNoticed = true }: { isNoticed?: boolean } = {}): Promise<void> {
    await this.world.clock.set(at);
    const isAwaited = this.requests.some(({ request }) => (request.waits?.resumeAt ?? Infinity) <= at);
    if (isNoticed && isAwaited) await this.notice();
  }

  /** What has waited until now goes on, whether the model knows of that by now or not. */
  async notice(): Promise<void> {
    await this.world.resume();
    for (const { model } of this.places) model.resume(this.now);
  }

  /** Sends what is due, if anything is. */
  async dispatch(ending: Ending): Promise<void> {
    const { now } = this;
    const due = this.queued.filter(({ reply }) => reply.dueAt <= now);
    if (due.length === 0) return;
    await this.world.dispatch(ending);
    for (const { place, reply } of due) {
      place.model.send(reply, ending, now);
      this.count(`reply ${reply.status}`);
    }
  }

  /** Those that wait to be sent, in the order in which they will be. */
  private get queued(): { place: Place; reply: ModelReply }[] {
    return this.places
      .flatMap((place) => place.model.replies.map((reply) => ({ place, reply })))
      .filter(({ reply }) => reply.status === 'queued')
      .sort((one, other) => one.reply.dueAt - other.reply.dueAt);
  }

  /** Of requests that no member has created. */
  async learnIds({ model, ids }: Place): Promise<void> {
    if (ids.length === model.requests.length) return;
    const { body } = await this.world.call('GET', `/inbox/${model.id}/support-requests/live`);
    ids.push(body.supportRequests.at(-1)?.id as string);
    expect(ids).toHaveLength(model.requests.length);
  }
}

/** A version that a member has read, or one that does not exist. */
export function versionOf(version: number, isStale: boolean): number {
  if (!isStale) return version;
  return version > 1 ? version - 1 : version + 1;
}
