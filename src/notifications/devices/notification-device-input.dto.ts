import { ApiProperty } from '@nestjs/swagger';
import { IsNumber } from 'class-validator';
import { Field, HttpsUrl, Text } from '../../common/validation/field-rules';
import { Flag, Nested } from '../../common/validation/plain-fields';

export class PushSubscriptionKeysInput {
  /**
   * The browser’s public key: a point of P-256, base64url.
   * @example "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
   */
  @Text({ min: 1, max: 100 })
  p256dh: string;

  /**
   * The browser’s authentication secret: 16 bytes, base64url.
   * @example "BTBZMqHH6r4Tts7J_aSIgg"
   */
  @Text({ min: 1, max: 100 })
  auth: string;
}

/** The result of `PushSubscription.toJSON()`. */
export class PushSubscriptionInput {
  /**
   * Must be reachable at a public address. Never shown again.
   * @example "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABl"
   */
  @HttpsUrl({})
  endpoint: string;

  @Nested(() => PushSubscriptionKeysInput)
  keys: PushSubscriptionKeysInput;

  /** Accepted because browsers send it. Ignored. */
  @ApiProperty({ type: Number, nullable: true, required: false, example: null })
  @Field({ optional: true, nullable: true })
  @IsNumber()
  expirationTime?: number | null;
}

export class RegisterNotificationDeviceInput {
  /**
   * A name by which you recognize the device.
   * @example "Chrome on Android"
   */
  @Text({ min: 1, max: 100, line: true })
  label: string;

  @Nested(() => PushSubscriptionInput)
  subscription: PushSubscriptionInput;
}

export class UpdateNotificationDeviceInput {
  /** @example "Chrome on Android" */
  @Text({ min: 1, max: 100, line: true, optional: true })
  label?: string;

  /** A paused device gets no notifications except tests. */
  @Flag({ optional: true })
  paused?: boolean;
}
