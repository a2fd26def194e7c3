import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { RequestExamples } from '../../common/operations/request-examples';
import { Text } from '../../common/validation/field-rules';
import { EventPatterns } from '../webhook-input.dto';
import { REPLAY_STATES, type ReplayState } from '../webhook.types';
import type { WebhookReplay } from './webhook-replay.entity';

/** A position of the log, or an instant of RFC 3339. */
const FORM =
  /^(?:[0-9]{1,13}_[0-9]{1,18}_[0-9]{1,18}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d))$/;
const MESSAGE = 'must be a position, or a date-time such as 2030-01-31T09:30:00.000Z';

@RequestExamples({
  'since an instant': { from: '2026-01-15T09:30:00.000Z' },
  'some types': { from: '2026-01-15T09:30:00.000Z', types: ['message.*'] },
})
export class ReplayWebhookInput {
  /**
   * Events after this position, or since this instant.
   * @example "2026-01-15T09:30:00.000Z"
   */
  @Text({ min: 1, max: 51 })
  @Matches(FORM, { message: MESSAGE })
  @ApiProperty({ pattern: FORM.source })
  from: string;
  /** Up to this position, or before this instant. Default: now. */
  @Text({ min: 1, max: 51, optional: true })
  @Matches(FORM, { message: MESSAGE })
  @ApiProperty({ pattern: FORM.source, example: '2026-01-16T09:30:00.000Z' })
  to?: string;
  /** Only these types among those of the webhook. */
  @EventPatterns({ optional: true })
  types?: string[];
}

export class WebhookReplayDto {
  /** @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c" */
  id: string;
  @ApiProperty({ enum: REPLAY_STATES })
  state: ReplayState;
  /**
   * Exclusive.
   * @example "1768469400000_748213_9921"
   */
  from: string;
  /**
   * Inclusive.
   * @example "1768469412345_748230_9950"
   */
  to: string;
  /**
   * Events that were delivered.
   * @example 17
   */
  sent: number;
  /**
   * Events that failed for good.
   * @example 0
   */
  failed: number;
  /**
   * Events up to this position were sent, or wait for a retry.
   * @example "1768469412345_748230_9930"
   */
  position: string;

  static from({ id, state, fromPosition, toPosition, sent, failed, position }: WebhookReplay): WebhookReplayDto {
    return { id, state, from: fromPosition, to: toPosition, sent, failed, position };
  }
}
