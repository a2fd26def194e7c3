import '../logging/source-maps';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { runInNewContext } from 'node:vm';
import { Watchdog } from './watchdog';
import type { ComputeReply, ComputeRequest } from './compute.types';

// The entry point of a computing process. It handles requests of its parent, one at a time, and ends with its parent.

type Task = Record<string, (...parameters: unknown[]) => unknown>;

const load = createRequire(__filename);
const watchdog = new Watchdog(Number(process.argv[3]) * 1_048_576);
let task: Task = {};

process.on('message', (request: ComputeRequest) => void replyTo(request).then((reply) => process.send?.(reply)));
process.on('disconnect', () => process.exit());
// Ignore signals for the whole process group (Ctrl-C in a terminal). The parent handles them and may still need this process.
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
  // The process also bounds itself, in case its parent was killed.
  const result: unknown = runInNewContext(
    'work()',
    { work: () => task[method]?.(...parameters) },
    { timeout: milliseconds },
  );
  // The timeout of V8 does not cover asynchronous work.
  return result instanceof Promise ? watchdog.during(result, milliseconds) : result;
}

function begun(path: string): Task {
  const { default: made } = load(path) as { default: new () => Task };
  return new made();
}

/** Lowers the priority, so that the event loop of the parent goes first on a busy processor. */
function yieldToOthers(niceness: number): void {
  try {
    setPriority(niceness);
  } catch {
    // If the system does not allow it, all processes have the same priority.
  }
}
