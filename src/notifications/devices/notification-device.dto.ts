import { ApiProperty } from '@nestjs/swagger';
import type { PushOutcome } from '../push/push-message.types';
import { needsAttention, statusOf } from './device-health';
import type { KnownDevice } from './notification-device.entity';
import { DEVICE_STATUSES, type DeviceStatus, FAILURE_CLASSES, type FailureClass } from './notification-device.types';

/** A device and its status at one moment. */
export interface SeenDevice {
  device: KnownDevice;
  now: Date;
}

export class NotificationDeviceDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f" */
  id: string;
  /** @example "Chrome on Android" */
  label: string;
  /**
   * `enabled`: the push service accepts notifications. `paused`: you have paused it. `failing`: the last notification was not
   * accepted. `expired`: the subscription is gone; register the device again. `revoked`: the session in which it was registered
   * was ended; sign in and register it again.
   */
  @ApiProperty({ enum: DEVICE_STATUSES, example: 'enabled' })
  status: DeviceStatus;
  /**
   * When the device was last registered. The page `/devices` does that on each visit.
   * @example "2026-03-01T09:30:00.000Z"
   */
  lastActiveAt: string;
  /**
   * When the push service last accepted a notification. It does not report whether the notification arrived.
   * @example "2026-03-01T09:30:00.000Z"
   */
  lastSuccessAt: string | null;
  /**
   * True if the device gets no notifications until you act: it has expired, the push service rejects its notifications,
   * or they have failed for more than a day.
   */
  needsAttention: boolean;
  /** Why the last notification was not accepted. null if it was, or if none was sent. */
  @ApiProperty({ enum: FAILURE_CLASSES, nullable: true, example: null })
  failureClass: FailureClass | null;

  static from({ device, now }: SeenDevice): NotificationDeviceDto {
    return {
      id: device.id,
      label: device.label,
      status: statusOf(device),
      lastActiveAt: device.lastActiveAt.toISOString(),
      lastSuccessAt: device.lastSuccessAt?.toISOString() ?? null,
      needsAttention: needsAttention(device, now),
      failureClass: device.failureClass,
    };
  }
}

export class NotificationDeviceListDto {
  /** Oldest first; 20 at most. */
  devices: NotificationDeviceDto[];
}

export class PushKeyDto {
  /**
   * The `applicationServerKey` for `PushManager.subscribe()`: base64url without padding. It never changes.
   * @example "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
   */
  publicKey: string;
}

const OUTCOMES = ['accepted', 'expired', 'refused', 'retry'] as const;

export class NotificationDeviceTestDto {
  /**
   * `accepted`: the push service has the notification. `expired`: the subscription is gone. `refused`: the push service rejects
   * the notification. `retry`: the push service or the way to it failed; test again at `retryAt`.
   */
  @ApiProperty({ enum: OUTCOMES, example: 'accepted' })
  outcome: (typeof OUTCOMES)[number];
  /** @example null */
  retryAt: string | null;
  device: NotificationDeviceDto;

  static from(outcome: PushOutcome, device: SeenDevice): NotificationDeviceTestDto {
    return {
      outcome: outcome.outcome,
      retryAt: outcome.outcome === 'retry' ? outcome.retryAt.toISOString() : null,
      device: NotificationDeviceDto.from(device),
    };
  }
}
