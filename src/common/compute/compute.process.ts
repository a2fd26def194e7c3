import '../logging/source-maps';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { runInNewContext } from 'node:vm';
import { Watchdog } from './watchdog';
import type { ComputeReply, ComputeRequest } from './compute.types';

// The computing process itself: it does what its parent asks, one request at a time, and ends with its parent.

type Task = Record<string, (...parameters: unknown[]) => unknown>;

const load = createRequire(__filename);
const watchdog = new Watchdog(Number(process.argv[3]) * 1_048_576);
let task: Task = {};

process.on('message', (request: ComputeRequest) => void replyTo(request).then((reply) => process.send?.(reply)));
process.on('disconnect', () => process.exit());
// A signal for a whole group (Ctrl-C in a terminal) is its parent's to answer, which may still need it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
yieldToOthers(Number(process.argv[2]));

async function replyTo(request: ComputeRequest): Promise<ComputeReply> {
  try {
    return { kind: 'result', result: await answered(request) };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
      ? { kind: 'overdue' }
      : { kind: 'error', error };
  }
}

function answered(request: ComputeRequest): unknown {
  if (request.kind === 'begin') {
    task = begun(request.path);
    return undefined;
  }
  const { method, parameters, milliseconds } = request;
  // Bounded from within as well: a parent that was killed bounds nothing any more.
  const result: unknown = runInNewContext(
    'work()',
    { work: () => task[method]?.(...parameters) },
    { timeout: milliseconds },
  );
  // What a method does after it has waited for something is none of V8's business.
  return result instanceof Promise ? watchdog.during(result, milliseconds) : result;
}

function begun(path: string): Task {
  const { default: made } = load(path) as { default: new () => Task };
  return new made();
}

/** The event loop of the parent wins a busy processor. */
function yieldToOthers(niceness: number): void {
  try {
    setPriority(niceness);
  } catch {
    // Where the system does not allow it everybody is alike.
  }
}
