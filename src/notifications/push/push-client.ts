import { Injectable } from '@nestjs/common';
import { generateRequestDetails } from 'web-push';
import { Outbound } from '../../common/outbound/outbound';
import type { PushSubscription } from '../devices/notification-device.types';
import { SenderProofs } from './sender-proofs';
import type { PushAnswer } from './push-verdict';

/** Time limit in milliseconds for everything: DNS, connection, request, and reading the answer. */
const LONGEST_MS = 10_000;
/** Number of bytes that are read of an answer's body. A reason has some dozens. */
const MOST_READ = 2_048;

export interface PushRequest {
  payload: string;
  ttlSeconds: number;
  urgency: 'normal' | 'high';
  topic: string;
}

/**
 * Sends one message to one endpoint, which can be any address that a caller has registered. It is reached through the
 * address guard, redirects are not followed, the time limit is ten seconds, and only the first bytes of the answer are
 * read.
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
    // Signs once for many endpoints of the same origin, and avoids the library's special handling of some addresses.
    const details = generateRequestDetails({ endpoint: 'https://push.invalid/', keys }, payload, {
      TTL,
      urgency,
      topic,
    });
    const headers = { ...stringsOf(details.headers), authorization };
    const {
      status,
      headers: answerHeaders,
      body,
    } = await this.outbound.post(url, {
      headers,
      body: details.body,
      longest: MOST_READ,
      milliseconds: LONGEST_MS,
      ...(signal && { signal }),
    });
    return { status, retryAfter: answerHeaders['retry-after'] ?? null, text: body.toString('utf8') };
  }
}

function stringsOf(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
