import { join } from 'node:path';
import { remove, temporaryFolder, untilGone } from '../faults/embedded-postgres-support';
import { DemoRun } from '../support/demo-run';

/** What the service answers last in the first run: what follows from the answer may not be saved. */
const EVERY_TIME = ['starting', 'createSource', 'sendChatTurn', 'createSlaPolicy'];
/** Each is a whole demo of half a minute: those between the others are for a campaign. */
const BETWEEN = [
  'registerAccount',
  'verifyAccountEmail',
  'createSession',
  'bootstrapAccountCredential',
  'createWorkspace',
  'createAgent',
  'updateAgent',
  'createWorkspaceKey',
  'exchangeToken',
];
const KILLED_AFTER = [...EVERY_TIME, ...(process.env['CAMPAIGN'] ? BETWEEN : [])];

describe('npm run demo after kill -9', () => {
  it.each(KILLED_AFTER)('in the first run at %s goes on to its end', async (moment) => {
    const folder = temporaryFolder();
    const settings = { DATA_DIR: join(folder, 'data'), PORT: '0' };
    try {
      const first = new DemoRun(settings);
      await (moment === 'starting' ? first.says('Parley, in') : first.did(moment));
      await first.kill();
      const second = new DemoRun(settings);
      try {
        await second.says('Keeps running until Ctrl-C');
      } finally {
        await second.interrupt();
      }
      expect(second.operations.filter((one) => one === 'sendChatTurn').length).toBeGreaterThanOrEqual(5);
      if (process.platform === 'linux') await untilGone(folder);
    } finally {
      remove(folder);
    }
  });
});
