import { Injectable } from '@nestjs/common';
import { generateRequestDetails } from 'web-push';
import { Outbound } from '../../common/outbound/outbound';
import type { PushSubscription } from '../devices/notification-device.types';
import { SenderProofs } from './sender-proofs';
import type { PushAnswer } from './push-verdict';

/** For everything: the name, the connection, the request, what is read of the answer. */
const LONGEST_MS = 10_000;
/** Of an answer's body, in bytes: a reason has some dozen. */
const MOST_READ = 2_048;

export interface PushRequest {
  payload: string;
  ttlSeconds: number;
  urgency: 'normal' | 'high';
  topic: string;
}

/**
 * One message to one endpoint, which is whatever a caller has registered: it is reached through the address guard, followed
 * nowhere, waited for no longer than ten seconds, and what it answers is hardly read.
 */
@Injectable()
export class PushClient {
  constructor(
    private readonly outbound: Outbound,
    private readonly proofs: SenderProofs,
  ) {}

  /** @throws FetchFailure, PushKeyUnreadable */
  async post({ endpoint, keys }: PushSubscription, request: PushRequest, signal?: AbortSignal): Promise<PushAnswer> {
    const url = new URL(endpoint);
    const { payload, ttlSeconds: TTL, urgency, topic } = request;
    const authorization = await this.proofs.headerFor(url.origin);
    // Not for the endpoint itself: the library treats some addresses in a way of its own, and we sign once for many.
    const details = generateRequestDetails({ endpoint: 'https://push.invalid/', keys }, payload, {
      TTL,
      urgency,
      topic,
    });
    const headers = { ...stringsOf(details.headers), authorization };
    const {
      status,
      headers: told,
      body,
    } = await this.outbound.post(url, {
      headers,
      body: details.body,
      longest: MOST_READ,
      milliseconds: LONGEST_MS,
      ...(signal && { signal }),
    });
    return { status, retryAfter: told['retry-after'] ?? null, text: body.toString('utf8') };
  }
}

function stringsOf(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
