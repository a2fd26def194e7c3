import { dueCursorOf, duePlaceOf } from '../../../src/support/due-cursor';
import { serveBareList } from '../../support/bare-list';
import { straightList } from './straight.sql';

interface Row {
  request: string;
  id: string;
  dueAt: Date | null;
}

serveBareList<Row>({
  statement: (filter, cursor, most) => straightList(JSON.parse(filter), cursor ? duePlaceOf(cursor) : null, most),
  cursorOf: dueCursorOf,
  answer: (rows, nextCursor) =>
    `{"supportRequests":[${rows.map(({ request }) => request).join()}],"nextCursor":${JSON.stringify(nextCursor)}}`,
});
