import { readFileSync } from 'node:fs';
import { domainEvents, withEvents } from '../../scripts/events-table';

describe('docs/events.md', () => {
  it('lists the events of the code', () => {
    const page = readFileSync('docs/events.md', 'utf8');
    expect(withEvents(page)).toBe(page);
  });

  it('names the data of each, also that of the classes it extends', () => {
    const ended = domainEvents().find(({ name }) => name === 'SupportRequestEnded');
    expect(ended?.data).toEqual([
      'agentId',
      'conversationId',
      'supportRequestId',
      'version',
      'state',
      'priority',
      'assigneeMemberId',
      'episodeNumber',
      'waitingOn',
      'dispositionCode',
      'transitionKind',
      'origin',
      'openedAt',
      'createdAt',
      'recordedAt',
      'occurredAt',
      'disposition',
      'isResolved',
    ]);
  });
});
