import { setTimeout as pause } from 'node:timers/promises';
import type { Demonstration, RequestHeaders } from './demonstration';
import type { AgentPlace } from './make-agent';
import { PATIENCE_MS } from './patience';

/** The most changes that fit on a line. */
const SHOWN = 4;

interface Entry {
  operationId: string;
  sequence: number | null;
}

interface Verification {
  ok: boolean;
  batchesChecked: number;
  entriesChecked: number;
  problem: { kind: string } | null;
  nextBatch: number | null;
}

/** Shows the last changes of the demonstration, and that the log is sealed and unchanged. */
export async function showAuditLog(demo: Demonstration, person: RequestHeaders, agent: AgentPlace): Promise<void> {
  const { screen } = demo;
  const audit = `/workspaces/${agent.workspaceId}/audit`;
  screen.heading('The audit log has each change, and shows if it was altered');
  const entries = await sealedEntries(demo, person, audit);
  screen.labelled('changes', entries.map(({ operationId }) => operationId).join(', '));
  const { batches, checked } = await verify(demo, person, audit);
  screen.labelled('chain', `unbroken: ${checked} entries in ${batches} signed batches`, 'strong');
}

/** The newest, once they are sealed: within about five seconds of their changes. */
async function sealedEntries({ api }: Demonstration, person: RequestHeaders, audit: string): Promise<Entry[]> {
  for (const end = Date.now() + PATIENCE_MS; ; await pause(500)) {
    const { body } = await api.call<{ entries: Entry[] }>('GET', `${audit}?limit=${SHOWN}&outcome=succeeded`, {
      headers: person,
    });
    if (body.entries.every(({ sequence }) => sequence !== null)) return body.entries.reverse();
    if (Date.now() > end) throw new Error('The audit log has not been sealed.');
  }
}

async function verify(
  { api }: Demonstration,
  person: RequestHeaders,
  audit: string,
): Promise<{ batches: number; checked: number }> {
  const verifyFrom = async (fromBatch: number): Promise<Verification> =>
    (await api.call<Verification>('POST', `${audit}/verify`, { headers: person, body: { fromBatch } })).body;
  let [batches, checked] = [0, 0];
  for (let next: number | null = 1; next !== null;) {
    const part: Verification = await verifyFrom(next);
    if (!part.ok) throw new Error(`The audit log has been altered: ${part.problem?.kind}.`);
    [batches, checked, next] = [batches + part.batchesChecked, checked + part.entriesChecked, part.nextBatch];
  }
  return { batches, checked };
}
