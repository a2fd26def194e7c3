import type { ErasurePreviewDto } from '../../src/erasure/erasure.dto';
import type { Reply } from '../support/call';
import type { Parley } from '../support/parley';

/** Erases a person as an admin does: looks at the preview and confirms what it shows. */
export async function anErasure(
  parley: Parley,
  workspace: { id: string },
  admin: { secret: string },
  contactId: string,
): Promise<Reply> {
  const path = `/workspaces/${workspace.id}/contacts/${contactId}/erasure`;
  const preview = await parley.call('GET', path, { token: admin.secret });
  if (preview.status !== 200) return preview;
  const { confirmation } = preview.body as ErasurePreviewDto;
  return parley.call('POST', path, { token: admin.secret, body: { confirm: confirmation } });
}
