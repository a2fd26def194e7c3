import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { DatabaseAccount } from './database-account';

/**
 * Runs "$@" until it ends by itself or standard input ends, which happens when our process says so and when it dies by
 * any means, kill -9 included. A few lines of sh, because what watches over us must not be a part of us.
 *
 * - INT is PostgreSQL's fast shutdown; after 20 s QUIT, the immediate one; after 30 s KILL. Sent again and again, for a
 *   process that has just been forked by sh still ignores INT and would never hear the first one.
 * - The loop is in a process of its own so that sh can wait for the server, and reap it, at the same time.
 * - INT, TERM and HUP are ignored: the end of a whole terminal or service group must go through our own shutdown.
 */
const SCRIPT = `
trap '' INT TERM HUP
exec 4<&0 </dev/null
"$@" 4<&- &
server=$!
(
  while read -r _; do :; done
  tries=0
  while kill -0 $server 2>/dev/null; do
    if [ $tries -lt 200 ]; then kill -INT $server
    elif [ $tries -lt 300 ]; then kill -QUIT $server
    else kill -KILL $server; fi 2>/dev/null
    tries=$((tries + 1))
    sleep 0.1
  done
) <&4 &
watcher=$!
exec 4<&-
wait $server
status=$?
kill -KILL $watcher 2>/dev/null
exit $status
`;

export interface Supervision {
  account: DatabaseAccount;
  /** File descriptor that takes the output. */
  output: number;
  /** File descriptor that the program and all its children keep open for as long as one of them lives. */
  alive: number;
}

/** A program that cannot outlive this process. */
export class SupervisedProcess {
  /** The exit status, as soon as the program has ended. */
  readonly ended: Promise<number | null>;
  hasEnded = false;
  private readonly child;

  constructor(command: readonly string[], { account, output, alive }: Supervision) {
    this.child = spawn('/bin/sh', ['-c', SCRIPT, 'sh', ...command], {
      cwd: '/',
      // Nothing of ours: neither our secrets nor PGDATA and friends from somebody's shell.
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      uid: account.uid,
      gid: account.gid,
      detached: true,
      stdio: ['pipe', output, output, alive],
    });
    this.ended = new Promise((resolve, reject) => {
      this.child.once('error', reject);
      this.child.once('exit', (status) => {
        this.hasEnded = true;
        resolve(status);
      });
    });
    // Whoever waits sees it; without this, nobody waiting yet would count as an unhandled rejection.
    this.ended.catch(() => undefined);
    this.child.stdin?.on('error', () => undefined);
  }

  /** From now on the program does not keep this process alive. */
  unref(): void {
    this.child.unref();
    (this.child.stdin as Socket | null)?.unref();
  }

  /** What `work` comes to; until then, the program is shut down once the signal aborts. */
  async during<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
    const end = (): void => void this.child.stdin?.end();
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end, { once: true });
    try {
      return await work;
    } finally {
      signal?.removeEventListener('abort', end);
    }
  }

  /** Shuts the program down and waits until it is gone. */
  async stop(): Promise<void> {
    this.child.ref();
    this.child.stdin?.end();
    await this.ended;
  }
}
