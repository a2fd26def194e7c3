import { cursorOf, positionOf } from '../../../src/inbox/conversations/activity-cursor';
import { serveBareList } from '../../support/bare-list';
import { straightList } from './straight.sql';

interface Row {
  conversation: string;
  id: string;
  lastMessageAt: string;
}

serveBareList<Row>({
  statement: (filter, cursor, most) => straightList(JSON.parse(filter), cursor ? positionOf(cursor) : null, most),
  cursorOf: ({ id, lastMessageAt }) => cursorOf({ id, at: new Date(lastMessageAt) }),
  answer: (rows, nextCursor) =>
    `{"conversations":[${rows.map(({ conversation }) => conversation).join()}],"nextCursor":${JSON.stringify(nextCursor)}}`,
});
