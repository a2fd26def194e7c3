import { ROLES, roleReaches } from './access';

describe('roleReaches', () => {
  it.each([
    ['owner', ['owner', 'admin', 'member']],
    ['admin', ['admin', 'member']],
    ['member', ['member']],
  ] as const)('%s reaches %j', (role, reached) => {
    expect(ROLES.filter((least) => roleReaches(role, least))).toEqual(reached);
  });
});
