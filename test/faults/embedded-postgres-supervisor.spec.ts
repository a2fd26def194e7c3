import { closeSync, openSync } from 'node:fs';
import { SupervisedProcess } from '../../src/common/database/embedded/supervisor';

describe('the supervisor', () => {
  function supervise(program: string): SupervisedProcess {
    const nothing = openSync('/dev/null', 'r+');
    const account = { name: 'ourselves' };
    const command = [process.execPath, '-e', program];
    const supervised = new SupervisedProcess(command, { account, output: nothing, alive: nothing });
    closeSync(nothing);
    return supervised;
  }

  it('says it again to a program that does not listen at first', async () => {
    const deafForASecond = `
      const start = Date.now();
      process.on('SIGINT', () => Date.now() - start > 1000 && process.exit(7));
      setInterval(() => undefined, 1000);`;
    const supervised = supervise(deafForASecond);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await supervised.stop();
    expect(await supervised.ended).toBe(7);
  });

  it('tells how a program ended by itself, and that stopping it is then nothing', async () => {
    const supervised = supervise('process.exit(3)');
    expect(await supervised.ended).toBe(3);
    await supervised.stop();
  });

  it('lends the program nothing of our environment', async () => {
    process.env['PGDATA'] = '/somewhere';
    const supervised = supervise(`process.exit('PGDATA' in process.env ? 1 : 0)`);
    delete process.env['PGDATA'];
    expect(await supervised.ended).toBe(0);
  });
});
