import { join } from 'node:path';
import { remove, temporaryFolder, untilGone } from '../faults/embedded-postgres-support';
import { DemoRun } from '../support/demo-run';

/** What the first run says last: the answer of the step's call is there, what follows from it may not be saved. */
const EVERY_TIME = ['starting', /POST {3}\/workspaces\/\S+\/sources /, 'indexed', '/chat', '/sla-policies'];
/** Each is a whole demo of half a minute: those between the others are for a campaign. */
const BETWEEN = [
  '/accounts ',
  '/accounts/verify',
  '/sessions ',
  'POST   /workspaces ',
  /POST {3}\/workspaces\/\S+\/agents /,
  'PATCH',
  '/keys',
  '/oauth/token',
  '/account-credentials/bootstrap',
];
const KILLED_AFTER = [...EVERY_TIME, ...(process.env['CAMPAIGN'] ? BETWEEN : [])];

describe('npm run demo after kill -9', () => {
  it.each(KILLED_AFTER)('in the first run at %s goes on to its end', async (moment) => {
    const folder = temporaryFolder();
    const settings = { DATA_DIR: join(folder, 'data'), PORT: '0' };
    try {
      const first = new DemoRun(settings);
      await (moment === 'starting' ? first.says('Parley, in') : first.says(moment));
      await first.kill();
      const second = new DemoRun(settings);
      await second.says('Keeps running until Ctrl-C').finally(() => second.interrupt());
      expect(second.calls.filter((one) => one.endsWith('/chat 200'))).toHaveLength(5);
      if (process.platform === 'linux') await untilGone(folder);
    } finally {
      remove(folder);
    }
  });
});
