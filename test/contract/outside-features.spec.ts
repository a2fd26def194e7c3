import { TipsModule } from '../fixtures/features/tips.module';
import { describeContract } from '../testing';

describeContract({
  features: [TipsModule],
  make: {
    tipId: async (parley, { workspace, admin }) => {
      const path = `/workspaces/${workspace.id}/tips`;
      return (await parley.call('POST', path, { token: admin.secret, body: { text: 'Say hello' } })).body.id as string;
    },
  },
});
