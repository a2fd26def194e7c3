import { Injectable } from '@nestjs/common';
import { FetchFailure } from '../../common/outbound/fetch-failure';
import { logger } from '../../common/logging/logger';
import type { KnownDevice } from '../devices/notification-device.entity';
import { NotificationDevicesRepository } from '../devices/notification-devices.repository';
import { SealedSubscriptions } from '../devices/sealed-subscriptions';
import { PushClient } from './push-client';
import { HANDLING } from './push-events';
import type { PushMessage, PushOutcome } from './push-message.types';
import { payloadOf, topicOf } from './push-payload';
import { countPush } from './push-results';
import { type Verdict, verdictOn } from './push-verdict';

/**
 * Wait in milliseconds before a second attempt if the push service does not specify one. Doubles with each failure in a
 * row.
 */
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 3_600_000;
const DAY_MS = 86_400_000;

const BLOCKED: Verdict = { kind: 'failed', failureClass: 'network', mayRetry: false, waitMs: null };
const BROKEN: Verdict = { kind: 'failed', failureClass: 'network', mayRetry: true, waitMs: null };

/** Sends one message to one device, and derives the device's health from the answer. */
@Injectable()
export class PushDelivery {
  constructor(
    private readonly client: PushClient,
    private readonly subscriptions: SealedSubscriptions,
    private readonly devices: NotificationDevicesRepository,
  ) {}

  /**
   * `now`: by the database's clock, a moment ago. Stores a failure and updates `device` with it. The caller stores a
   * success.
   *
   * @throws PushKeyUnreadable, SubscriptionUnreadable; the abort reason of `signal`
   */
  async deliver(device: KnownDevice, message: PushMessage, now: Date, signal?: AbortSignal): Promise<PushOutcome> {
    const { id: deviceId, retryAt, failureClass } = device;
    if (retryAt !== null && retryAt > now && failureClass !== null) {
      return outcomeOf(deviceId, failureClass, retryAt, message);
    }
    const verdict = await this.attempt(device, message, now, signal);
    if (verdict.kind === 'accepted') return { deviceId, outcome: 'accepted' };
    const requestedRetryAt =
      verdict.waitMs === null ? null : new Date(now.getTime() + Math.min(verdict.waitMs, DAY_MS));
    await this.devices.noteFailed(device, verdict.failureClass, requestedRetryAt);
    logger.info({ deviceId, failureClass: verdict.failureClass }, 'push message not accepted');
    const next = verdict.mayRetry ? (requestedRetryAt ?? new Date(now.getTime() + waitAfter(device.failures))) : null;
    const expiredAt = verdict.failureClass === 'subscription_gone' ? now : null;
    Object.assign(device, { failureClass: verdict.failureClass, retryAt: requestedRetryAt, expiredAt });
    device.failures += 1;
    if (expiredAt) return { deviceId, outcome: 'expired' };
    return outcomeOf(deviceId, verdict.failureClass, next, message);
  }

  private async attempt(
    device: KnownDevice,
    message: PushMessage,
    now: Date,
    signal: AbortSignal | undefined,
  ): Promise<Verdict> {
    const verdict = await this.send(device, message, now, signal, false);
    const isTooLarge = verdict.kind === 'failed' && verdict.failureClass === 'payload_too_large';
    return isTooLarge ? this.send(device, message, now, signal, true) : verdict;
  }

  private async send(
    { subscriptionSealed }: KnownDevice,
    message: PushMessage,
    now: Date,
    signal: AbortSignal | undefined,
    smallest: boolean,
  ): Promise<Verdict> {
    const { ttlSeconds, urgency } = HANDLING[message.event];
    const left = Math.floor((message.expiresAt.getTime() - now.getTime()) / 1_000);
    const payload = payloadOf(message, smallest);
    const request = {
      payload,
      urgency,
      topic: topicOf(message.tag),
      ttlSeconds: Math.max(1, Math.min(ttlSeconds, left)),
    };
    const subscription = this.subscriptions.open(subscriptionSealed);
    const verdict = await this.verdictOf(() => this.client.post(subscription, request, signal), now, signal);
    countPush(verdict);
    return verdict;
  }

  private async verdictOf(
    post: () => ReturnType<PushClient['post']>,
    now: Date,
    signal: AbortSignal | undefined,
  ): Promise<Verdict> {
    try {
      return verdictOn(await post(), now);
    } catch (error) {
      signal?.throwIfAborted();
      // Other errors are not the device's fault.
      if (!(error instanceof FetchFailure)) throw error;
      return error.reason === 'blocked_address' ? BLOCKED : BROKEN;
    }
  }
}

/** A message that would expire before it can be sent again is not retried. */
function outcomeOf(
  deviceId: string,
  failureClass: Exclude<KnownDevice['failureClass'], null>,
  retryAt: Date | null,
  { expiresAt }: PushMessage,
): PushOutcome {
  return retryAt === null || retryAt >= expiresAt
    ? { deviceId, outcome: 'refused', failureClass }
    : { deviceId, outcome: 'retry', failureClass, retryAt };
}

/** Random jitter, so that messages that failed together are not retried together. */
function waitAfter(failures: number): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(failures, 10), LONGEST_WAIT_MS);
  return Math.round(wait * (1 + Math.random() / 4));
}
