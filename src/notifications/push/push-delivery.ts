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

/** Before a second attempt where the push service does not say; doubled with each failure in a row. */
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 3_600_000;
const DAY_MS = 86_400_000;

const BLOCKED: Verdict = { kind: 'failed', failureClass: 'network', mayRetry: false, waitMs: null };
const BROKEN: Verdict = { kind: 'failed', failureClass: 'network', mayRetry: true, waitMs: null };

/** One message to one device, and what that says of the device. */
@Injectable()
export class PushDelivery {
  constructor(
    private readonly client: PushClient,
    private readonly subscriptions: SealedSubscriptions,
    private readonly devices: NotificationDevicesRepository,
  ) {}

  /**
   * `now`: by the database's clock, a moment ago. A failure is written down, and known of the device from then on; that the
   * message was taken is for the caller to write down.
   *
   * @throws PushKeyUnreadable, SubscriptionUnreadable; what `signal` was aborted with
   */
  async deliver(device: KnownDevice, message: PushMessage, now: Date, signal?: AbortSignal): Promise<PushOutcome> {
    const { id: deviceId, retryAt, failureClass } = device;
    if (retryAt !== null && retryAt > now && failureClass !== null) {
      return outcomeOf(deviceId, failureClass, retryAt, message);
    }
    const verdict = await this.attempt(device, message, now, signal);
    if (verdict.kind === 'accepted') return { deviceId, outcome: 'accepted' };
    const told = verdict.waitMs === null ? null : new Date(now.getTime() + Math.min(verdict.waitMs, DAY_MS));
    await this.devices.noteFailed(device, verdict.failureClass, told);
    logger.info({ deviceId, failureClass: verdict.failureClass }, 'push message not taken');
    const next = verdict.mayRetry ? (told ?? new Date(now.getTime() + waitAfter(device.failures))) : null;
    const expiredAt = verdict.failureClass === 'subscription_gone' ? now : null;
    Object.assign(device, { failureClass: verdict.failureClass, retryAt: told, expiredAt });
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
      // Of anything else the device is not to blame.
      if (!(error instanceof FetchFailure)) throw error;
      return error.reason === 'blocked_address' ? BLOCKED : BROKEN;
    }
  }
}

/** A message that could only go again when it is no news any more does not. */
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

/** With some chance in it, so that what failed together does not come back together. */
function waitAfter(failures: number): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(failures, 10), LONGEST_WAIT_MS);
  return Math.round(wait * (1 + Math.random() / 4));
}
