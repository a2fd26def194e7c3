import { repeatable } from '../discreet-command';
import { UsageError } from '../errors';
import { write } from '../host';
import { Presenter } from '../output/presenter';
import { reportError } from '../output/report-error';
import type { ListShape } from '../output/list-shape';
import type { Context } from './context';

const SHAPE: ListShape = { items: 'profiles', paging: null };

/** Lists profiles without their secrets. */
export async function listProfiles(
  { json = false }: { json?: boolean },
  { environment, host }: Context,
): Promise<void> {
  const { profiles, profileName } = environment;
  const shown = [];
  for (const name of await profiles.names()) {
    const profile = await profiles.read(name).catch(async (error: unknown) => {
      if (!(error instanceof UsageError)) throw error;
      await reportError(error, { json }, host);
      return null;
    });
    if (!profile) continue;
    const { url, workspace = null, agent = null, credential } = profile;
    shown.push({
      name,
      inUse: name === profileName,
      url,
      email: credential?.email ?? null,
      expiresAt: credential?.expiresAt ?? null,
      workspace,
      agent,
    });
  }
  const presentation = { json, fields: null, columns: null, wide: false, known: [] };
  await new Presenter(SHAPE, presentation, host).show({ profiles: shown });
}

export async function useProfile(name: string, { environment, host }: Context): Promise<void> {
  const { profiles } = environment;
  if (!(await profiles.read(name))) throw unknown(name);
  await profiles.use(name);
  await write(host.stderr, `Commands now use the profile ${name}.\n`);
}

export async function removeProfile(name: string, { environment, host }: Context): Promise<void> {
  const { profiles } = environment;
  if (!(await profiles.names()).includes(name)) throw unknown(name);
  await profiles.remove(name);
  await write(host.stderr, `Removed the profile ${name}. Its credential stays valid until it expires.\n`);
}

function unknown(name: string): UsageError {
  return new UsageError(`There is no profile ${repeatable(name)}.`, 'List profiles: parley profiles list');
}
