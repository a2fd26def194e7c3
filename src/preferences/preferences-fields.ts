import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { Field } from '../common/validation/field-rules';
import { SetOf } from '../common/validation/plain-fields';
import { NOTIFICATION_CHANNELS } from './preferences.types';

const CLOCK_TIME = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;

/** Notification channels, each at most once. */
export const Channels = (): PropertyDecorator => SetOf(NOTIFICATION_CHANNELS, { optional: true });

/** `HH:mm`, 00:00 to 23:59. */
export function ClockTime(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, maxLength: 5, pattern: CLOCK_TIME.source, required: false, example: '22:00' }),
    Field({ optional: true }),
    IsString(),
    Matches(CLOCK_TIME, { message: 'must be a time from 00:00 to 23:59' }),
  );
}
