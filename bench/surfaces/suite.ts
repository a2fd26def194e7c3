import type { Bench } from '../support/bench';
import { withClient } from '../support/database';
import { createCaller } from './caller';
import { timeCommands } from './command-line';
import { compareReads } from './reads';

/** The other surfaces of an operation, compared with REST. */
export async function surfaces(bench: Bench): Promise<void> {
  const caller = await withClient(bench.conditions.databaseUrl, (client) => createCaller(client, bench.tenant));
  await compareReads(bench, caller);
  await timeCommands(bench, caller);
}
