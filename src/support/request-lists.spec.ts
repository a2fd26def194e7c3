import type { DuePlace } from './due-cursor';
import { listRequests, MOST_MERGED, type RequestFilter } from './request-lists.sql';
import { USUAL_PAGE } from './support-request.types';

const list = (agents: number, filter: Partial<RequestFilter> = {}, most = USUAL_PAGE + 1, past?: DuePlace) => {
  const agentIds = Array.from({ length: agents }, (_, index) => `agent ${index}`);
  return listRequests({ workspaceId: 'workspace', agentIds, ...filter }, { sort: 'due', most, past });
};

describe('the statement of a list of several agents', () => {
  it('is one of five, and prepared, for as many as are merged', () => {
    const all = Array.from({ length: MOST_MERGED }, (_, index) => list(index + 1));
    expect(new Set(all.map(({ sql }) => sql)).size).toBe(5);
    expect(all.every(({ isUsual }) => isUsual)).toBe(true);
    expect(all[4]!.parameters).toEqual([
      'workspace',
      ...[0, 1, 2, 3, 4].map((index) => `agent ${index}`),
      ...[null, null, null],
    ]);
  });

  it('is not kept where it is narrowed further, or of another size: connections have no room for all of those', () => {
    const filters: Partial<RequestFilter>[] = [
      { state: 'new' },
      { breaching: true },
      { priority: 'high' },
      { assigneeMemberId: null },
    ];
    for (const filter of filters) expect(list(2, filter).isUsual).toBe(false);
    expect(list(2, {}, 10).isUsual).toBe(false);
    const past = { id: 'request', dueAt: null };
    expect(list(2, {}, USUAL_PAGE + 1, past).isUsual).toBe(false);
    expect(list(1, {}, USUAL_PAGE + 1, past).isUsual).toBe(true);
    expect(list(1, { state: 'new' }).isUsual).toBe(true);
    expect(list(MOST_MERGED + 1).isUsual).toBe(false);
  });
});
