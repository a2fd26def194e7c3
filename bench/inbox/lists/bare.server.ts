import { cursorOf, positionOf } from '../../../src/inbox/conversations/activity-cursor';
import { serveBareList } from '../../support/bare-list';
import { straightList } from './straight.sql';

interface Row {
  conversation: string;
  id: string;
  at: string | Date;
}

serveBareList<Row>({
  statement: (filter, cursor, most) => straightList(JSON.parse(filter), cursor ? positionOf(cursor) : null, most),
  cursorOf: ({ id, at }) => cursorOf({ id, at: new Date(at) }),
  answer: (rows, nextCursor) =>
    `{"conversations":[${rows.map(({ conversation }) => conversation).join()}],"nextCursor":${JSON.stringify(nextCursor)}}`,
});
