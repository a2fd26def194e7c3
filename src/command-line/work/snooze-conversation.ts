import { call, operationIn } from '../commands/operations';
import { settle } from '../commands/place';
import { UsageError } from '../errors';
import { write } from '../host';
import { fieldOf } from '../output/fields';
import { onOneLine, safeJson } from '../output/printable';
import type { Values } from '../input/gather-input';
import { JSON_OPTION, type WorkCommand, WORKSPACE_OPTION } from './work-command';

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Hour of the local morning for `tomorrow`. */
const MORNING = 9;
const REASON = 'Snoozed on the command line';

/** Snoozing is waiting with the live requests: their clocks pause as the policy says. */
export const snoozeConversation: WorkCommand = {
  group: 'inbox',
  verb: 'snooze',
  summary: 'Wait with the requests of a conversation until a time',
  args: [['<conversation>', 'its number in the last list, the email of its contact, or its id']],
  options: [
    ['--until <time>', '30m, 4h or 2d from now, tomorrow (at 9:00), or a time such as 2026-01-15T09:30:00Z'],
    ['--for <party>', 'the party you wait for: customer, third_party or internal; default: customer'],
    ['--reason <text>', `default: ${REASON}`],
    WORKSPACE_OPTION,
    JSON_OPTION,
  ],
  examples: ['inbox snooze 3 --until 4h', 'inbox snooze 3 --until tomorrow --for third_party'],
  needs: ['getConversation', 'listInboxLiveSupportRequests', 'createSupportRequest', 'transitionSupportRequest'],
  async run([conversation], options, { environment, host }) {
    const { workspace, until, for: waitingOn = 'customer', reason = REASON, json = false } = options;
    const resumeAt = timeOf(until, new Date());
    const listing = await environment.listing.get();
    const values: Values = { workspaceId: workspace, conversationId: conversation };
    await settle(operationIn(listing, 'getConversation'), values, { environment });
    const service = await environment.service();
    const ask = async (operationId: string, input: Values): Promise<unknown> =>
      (await call(service, operationIn(listing, operationId), input)).body;
    const live = [fieldOf(await ask('listInboxLiveSupportRequests', values), 'supportRequests') ?? []].flat();
    // A conversation without a request has none that could wait.
    const requests = live.length > 0 ? live : [await ask('createSupportRequest', values)];
    const snoozed: unknown[] = [];
    for (const request of requests) {
      const transition = { kind: 'wait', waitingOn, resumeAt };
      const version = { requestId: fieldOf(request, 'id'), expectedVersion: fieldOf(request, 'version') };
      const occurredAt = new Date().toISOString();
      const input = { workspaceId: values['workspaceId'], ...version, transition, reason, occurredAt };
      snoozed.push(fieldOf(await ask('transitionSupportRequest', input), 'supportRequest'));
    }
    if (json) return write(host.stdout, `${safeJson({ supportRequests: snoozed })}\n`);
    await write(
      host.stdout,
      `Snoozed until ${new Date(resumeAt).toLocaleString()}, waiting on ${onOneLine(waitingOn)}.\n`,
    );
  },
};

/** @throws UsageError */
function timeOf(text: string | undefined, now: Date): string {
  const [, number, unit = ''] = /^(\d{1,4})([mhd])$/.exec(text ?? '') ?? [];
  if (number !== undefined) return new Date(now.getTime() + Number(number) * UNITS[unit]!).toISOString();
  if (text === 'tomorrow') {
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, MORNING).toISOString();
  }
  const time = Date.parse(text ?? '');
  if (text === undefined || Number.isNaN(time)) {
    throw new UsageError(
      text === undefined ? '--until is missing.' : '--until is not a time.',
      'Pass 30m, 4h, 2d, tomorrow, or a time such as 2026-01-15T09:30:00Z.',
    );
  }
  return new Date(time).toISOString();
}
