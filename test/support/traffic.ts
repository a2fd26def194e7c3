import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { call, type Reply } from './call';

/** How long a caller waits: longer than the service lets a request wait for its database. */
const PATIENCE_MS = 20_000;

/** What takes longer needs a hand. */
const LONGEST_MS = 60_000;

export interface TrafficPlan {
  /** Up to `/api/v1`. */
  url: string;
  chat: { path: string; token: string };
  replies: { path: string; token: string };
  customers: number;
}

/** Customers who chat and a member who replies by email, one request after the other, with the answers they got. */
export class Traffic {
  /** Answers to turns by their requestId. */
  readonly turns = new Map<string, string>();
  /** Ids of replies that were taken. */
  readonly replies: string[] = [];
  /** How often what was said instead, as in `503 overloaded`. */
  readonly refusals = new Map<string, number>();
  slowestRefusalMs = 0;
  private isGoing = true;
  private readonly running: Promise<unknown>;

  constructor(private readonly plan: TrafficPlan) {
    const customers = Array.from({ length: plan.customers }, () => this.go(() => this.ask()));
    this.running = Promise.all([...customers, this.go(() => this.reply())]);
  }

  /** Milliseconds from now until a turn and a reply have been taken again. */
  async untilServed(): Promise<number> {
    const [began, turns, replies] = [performance.now(), this.turns.size, this.replies.length];
    while (this.turns.size === turns || this.replies.length === replies) {
      if (performance.now() - began > LONGEST_MS)
        throw new Error(`No request is served: ${[...this.refusals.keys()].join()}`);
      await pause(10);
    }
    return Math.round(performance.now() - began);
  }

  async stop(): Promise<void> {
    this.isGoing = false;
    await this.running;
  }

  /** Turns that are not answered as they were, if they are sent again. */
  async lost(): Promise<string[]> {
    const lost: string[] = [];
    for (const [requestId, text] of this.turns) {
      const again = await this.turn(requestId);
      if (again.text !== text || again.headers.get('idempotency-replayed') !== 'true') lost.push(requestId);
    }
    return lost;
  }

  private async go(once: () => Promise<void>): Promise<void> {
    while (this.isGoing) {
      const began = performance.now();
      try {
        await once();
      } catch (error) {
        const reason = error instanceof Refused ? error.message : `no answer (${(error as Error).message})`;
        this.refusals.set(reason, (this.refusals.get(reason) ?? 0) + 1);
        this.slowestRefusalMs = Math.max(this.slowestRefusalMs, Math.round(performance.now() - began));
      }
      await pause(50);
    }
  }

  private async ask(): Promise<void> {
    const requestId = randomUUID();
    this.turns.set(requestId, taken(await this.turn(requestId)).text);
  }

  private turn(requestId: string): Promise<Reply> {
    return this.post(this.plan.chat, { message: 'How do I reset my password?', requestId });
  }

  private async reply(): Promise<void> {
    const body = { content: `Reply ${this.replies.length}`, channel: 'email' };
    this.replies.push(taken(await this.post(this.plan.replies, body)).body.id as string);
  }

  private async post({ path, token }: { path: string; token: string }, body: object): Promise<Reply> {
    const late = pause(PATIENCE_MS, undefined, { ref: false }).then(() => {
      throw new Error(`in ${PATIENCE_MS} ms`);
    });
    return Promise.race([call(this.plan.url + path, 'POST', { token, body }), late]);
  }
}

class Refused extends Error {}

function taken(reply: Reply): Reply {
  if (reply.status === 200 || reply.status === 201) return reply;
  const again = reply.headers.get('retry-after');
  throw new Refused(`${reply.status} ${reply.body?.code}${again ? '' : ' without Retry-After'}`);
}
