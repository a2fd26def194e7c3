import { spawnSync } from 'node:child_process';

describe('the end of a process', () => {
  /** A process of its own, whose status and log are looked at. */
  const end = (stop: string, longestMs: number): { status: number | null; log: string } => {
    const script = `require('./src/end-in-time').endInTime(${stop}, ${longestMs})`;
    const { status, stdout } = spawnSync(process.execPath, ['-r', './scripts/register-swc.js', '-e', script], {
      encoding: 'utf8',
    });
    return { status, log: stdout };
  };

  it('is in order, however soon', () => {
    expect(end('async () => {}', 60_000)).toEqual({ status: 0, log: expect.stringContaining('"msg":"stopped"') });
  });

  it('is forced where something hangs, and the log says so', () => {
    const { status, log } = end('() => new Promise(() => {})', 100);
    expect(status).toBe(1);
    expect(log).toMatch(/"level":60.*"milliseconds":100.*not ended in time/);
    expect(log).not.toContain('stopped');
  });
});
