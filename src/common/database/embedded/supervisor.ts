import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { DatabaseAccount } from './database-account';

/**
 * Runs "$@" until it ends by itself or standard input closes, which happens on request and whenever our process dies, including by
 * kill -9. It is a shell script, because a supervisor must be a separate process.
 *
 * - INT is PostgreSQL's fast shutdown; after 20 s QUIT, the immediate one; after 30 s KILL. Signals are repeated, because a process
 *   that sh has just forked still ignores INT and would miss the first one.
 * - The loop runs in a separate process, so that sh can wait for the server at the same time.
 * - INT, TERM and HUP are ignored, because the end of a terminal or service group must go through our own shutdown.
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
  /** File descriptor for the output. */
  output: number;
  /** File descriptor that stays open for as long as the program or one of its children lives. */
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
      // Inherit no environment: neither secrets nor variables such as PGDATA.
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
    // Callers that wait see the rejection. This handler prevents an unhandled rejection before the first of them waits.
    this.ended.catch(() => undefined);
    this.child.stdin?.on('error', () => undefined);
  }

  /** Lets this process end while the program runs. */
  unref(): void {
    this.child.unref();
    (this.child.stdin as Socket | null)?.unref();
  }

  /** The result of `work`. If the signal aborts before, shuts the program down. */
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
