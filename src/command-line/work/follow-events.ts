import { operationIn } from '../commands/operations';
import { settle } from '../commands/place';
import { Refusal, UsageError } from '../errors';
import { write } from '../host';
import type { Values } from '../input/gather-input';
import { requestOf } from '../input/request';
import { fieldOf } from '../output/fields';
import { safeJson } from '../output/printable';
import { type WorkCommand, WORKSPACE_OPTION } from './work-command';

/** Seconds that one request waits for events. */
const WAIT = 20;

/** The events of a workspace as lines of JSON, until Ctrl-C. */
export const followEvents: WorkCommand = {
  group: 'events',
  verb: 'follow',
  summary: 'Print the events of a workspace as they happen, one line of JSON each',
  args: [],
  options: [
    WORKSPACE_OPTION,
    ['--after <position>', 'begin after this event; default: only events from now on'],
    ['--types <list>', 'only these types: conversation.*,message.created'],
    ['--limit <number>', 'end after so many events'],
  ],
  examples: ['events follow', 'events follow --types conversation.*,message.created --limit 1'],
  needs: ['listEvents'],
  async run(_args, { workspace, limit, after = 'latest', types }, { environment, host }) {
    const most = limit === undefined ? Infinity : Number(limit);
    if (!(most >= 1)) throw new UsageError('--limit is not a number of events.');
    const list = operationIn(await environment.listing.get(), 'listEvents');
    const values: Values = { workspaceId: workspace };
    await settle(list, values, { environment });
    const service = await environment.service();
    let past = after;
    for (let printed = 0; ;) {
      try {
        const request = requestOf(list, { ...values, after: past, wait: String(WAIT), ...(types && { types }) });
        const { body } = await service.call(list, request);
        for (const event of (fieldOf(body, 'events') ?? []) as unknown[]) {
          await write(host.stdout, `${safeJson(event)}\n`);
          if (++printed >= most) return;
        }
        past = String(fieldOf(body, 'next'));
      } catch (error) {
        const oldest = error instanceof Refusal && error.body.code === 'position_expired' ? oldestIn(error) : undefined;
        if (oldest === undefined) throw error;
        await write(host.stderr, 'Some events are deleted: continuing with the oldest that is kept.\n');
        past = oldest;
      }
    }
  },
};

function oldestIn(error: Refusal): string | undefined {
  const [detail] = error.body.details ?? [];
  const position: unknown = fieldOf(detail, 'oldestPosition');
  return typeof position === 'string' ? position : undefined;
}
