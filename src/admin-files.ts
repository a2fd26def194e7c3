import { answer, progress, Refused } from './admin-output';
import { Audit } from './common/audit/audit';
import type { DiscreetCommand } from './command-line/discreet-command';
import { loadInstallation } from './features';
import { FILE_STORES, FilesOperatorService, type FileStoreName } from './files/store/files-operator.service';
import { withFeatures } from './service';

export function addFileCommands(program: DiscreetCommand): void {
  program
    .command('files')
    .description('files of messages')
    .command('move')
    .description('move all files to another store, while the service continues; can be interrupted and repeated')
    .requiredOption('--to <store>', 's3 (FILES_STORE) or postgres')
    .action(moveFiles);
}

async function moveFiles({ to }: { to: string }): Promise<void> {
  const store = FILE_STORES.find((one) => one === to);
  if (!store) throw new Refused(`There is no store ${to}. The stores are: ${FILE_STORES.join(', ')}.`);
  const { moved, failed } = await withFeatures(loadInstallation(process.env), async (features) => {
    const files = features.get(FilesOperatorService, { strict: false });
    if (!files.hasStore) throw new Refused('Set FILES_STORE: the files are moved to it, or from it.');
    const result = await files.moveAll(store, (number) => progress(`${number} files`));
    await features.get(Audit, { strict: false }).operator({ workspaceId: null, name: nameOf(store) });
    return result;
  });
  progress('');
  answer(`Moved ${moved} files to ${store === 's3' ? 'FILES_STORE' : 'the database'}.`);
  if (failed > 0) throw new Refused(`${failed} files could not be moved. The log says why. Run the command again.`);
}

function nameOf(store: FileStoreName): string {
  return store === 's3' ? 'moveFilesToStore' : 'moveFilesToDatabase';
}
