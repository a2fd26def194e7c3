import { UnknownAgents } from './agents.errors';
import { KnownAgents } from './known-agents';

const [first, second] = ['0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c', '0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3d'] as const;
const scope = (agentIds: string[] | null) => ({ workspaceId: 'workspace', planId: 'free', agentIds });

describe('KnownAgents', () => {
  it.each([null, [first]])('takes an id in either case, where the caller reaches %j', (agentIds) => {
    const known = new KnownAgents(scope(agentIds), [first]);
    expect(() => known.ensureAll([first, first.toUpperCase()], '/agentIds')).not.toThrow();
  });

  it('refuses what there is not, and what the caller does not reach', () => {
    const refused = (reach: string[] | null, existing: string[]) => () =>
      new KnownAgents(scope(reach), existing).ensureAll([first, second], '/agentIds');
    expect(refused(null, [first])).toThrow(UnknownAgents);
    expect(refused([first], [first, second])).toThrow(UnknownAgents);
  });
});
