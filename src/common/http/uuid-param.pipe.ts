import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { isUuid } from '../database/uuid';
import { ValidationFailed } from '../errors/domain-error';

/** Validates a path parameter as a UUID. The nil and max UUIDs are well-formed too (RFC 9562 §5.9). */
export class UuidParam implements PipeTransform<string, string> {
  transform(value: string, { data }: ArgumentMetadata): string {
    if (isUuid(value)) return value.toLowerCase();
    throw new ValidationFailed([{ path: `path.${data ?? ''}`, code: 'invalid_uuid', message: 'must be a UUID' }]);
  }
}
