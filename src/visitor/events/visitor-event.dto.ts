import { ApiProperty } from '@nestjs/swagger';
import { IntegerQuery } from '../../common/http/integer-query.decorator';

export class StreamVisitorEventsQuery {
  /** The id of the last event that you have. 0: everything. Default: only what happens from now on. */
  @IntegerQuery({ min: 0, max: Number.MAX_SAFE_INTEGER })
  after?: number;
}

/** The `data` of the first event; others have what their names say. */
export class VisitorEventDto {
  @ApiProperty({ type: 'integer', minimum: 0, example: 4, description: 'The id of the last event that there is.' })
  seq: number;
}
