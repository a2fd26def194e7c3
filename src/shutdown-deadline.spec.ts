import { spawnSync } from 'node:child_process';

describe('the end of a process', () => {
  /** Of one of its own, whose status and log are looked at. */
  const end = (script: string): { status: number | null; log: string } => {
    const whole = `const { exitAfter, exitCleanly } = require('./src/shutdown-deadline'); ${script}`;
    const { status, stdout } = spawnSync(process.execPath, ['-r', './scripts/register-swc.js', '-e', whole], {
      encoding: 'utf8',
    });
    return { status, log: stdout };
  };

  it('is in order, however much time there is', () => {
    const { status, log } = end('exitAfter(60_000); exitCleanly();');
    expect(status).toBe(0);
    expect(log).toContain('"msg":"stopped"');
  });

  it('is forced where something hangs, and the log says so', () => {
    const { status, log } = end('exitAfter(100);');
    expect(status).toBe(1);
    expect(log).toMatch(/"level":60.*"milliseconds":100.*shutdown timed out/);
    expect(log).not.toContain('stopped');
  });
});
