import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsOptional, IsUUID, Matches } from 'class-validator';
import { UUID_FORM } from '../database/uuid';
import { IntegerQuery } from './integer-query.decorator';

/** The query parameter `limit`: the number of rows in a page. */
export function PageLimit({ fallback, max }: { fallback: number; max: number }): PropertyDecorator {
  return IntegerQuery({ fallback, min: 1, max });
}

/** The query parameter `cursor`: the id of the last row of the previous page, for rows ordered by id. */
export function IdCursor(): PropertyDecorator {
  return cursor({ format: 'uuid', example: '01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f' }, IsUUID('loose'));
}

/** The query parameter `cursor` for texts: the id of a text; for an uploaded file, that of its message, a dot and its own. */
export function TextCursor(): PropertyDecorator {
  const form = new RegExp(`^${UUID_FORM}(\\.${UUID_FORM})?$`);
  return cursor(
    { pattern: form.source, maxLength: 73, example: '01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f' },
    Matches(form, { message: 'must be the nextCursor of a page' }),
  );
}

/** The query parameter `cursor` for the rows of a file: a row number. */
export function RowCursor(): PropertyDecorator {
  const form = /^[0-9]{1,9}$/;
  return cursor(
    { pattern: form.source, maxLength: 9, example: '813' },
    Matches(form, { message: 'must be the nextCursor of a page' }),
  );
}

/** The query parameter `cursor` for refusals of a file: a row number, and the path of a value in the row. */
export function RefusalCursor(): PropertyDecorator {
  const form = /^[0-9]{1,9}(?:\/[^\u0000]{0,250})?$/;
  return cursor(
    { pattern: form.source, maxLength: 260, example: '813/phone' },
    Matches(form, { message: 'must be the nextCursor of a page' }),
  );
}

function cursor(documented: ApiPropertyOptions, rule: PropertyDecorator): PropertyDecorator {
  const description = 'The `nextCursor` of the previous page. Default: the first page.';
  return applyDecorators(ApiPropertyOptional({ type: String, description, ...documented }), IsOptional(), rule);
}

/** The field `nextCursor` of a page. Use `uuid` with {@link IdCursor}. */
export function NextCursor(format?: 'uuid'): PropertyDecorator {
  const description = 'The `cursor` for the next page. null if this is the last page.';
  return ApiProperty({ type: String, description, nullable: true, example: null, ...(format ? { format } : {}) });
}
