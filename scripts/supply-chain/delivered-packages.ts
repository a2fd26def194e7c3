import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Package } from './licences';

interface Lock {
  packages: Record<string, { name?: string; version: string; license?: string; dev?: boolean; link?: boolean }>;
}

/** Every package of package-lock.json that is not for development only, on all platforms. */
export function deliveredPackages(root: string): Package[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path !== '' && !dev && !link)
    .map(([path, { name, version, license }]) => ({
      name: name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license ?? olderField(join(root, path, 'package.json')),
    }));
}

/** `licenses`, a list from which one may choose: npm had it before 2015 and does not take it into the lock file. */
function olderField(file: string): string | null {
  if (!existsSync(file)) return null;
  const { licenses = [] } = JSON.parse(readFileSync(file, 'utf8')) as { licenses?: { type: string }[] };
  return licenses.length === 0 ? null : licenses.map(({ type }) => type).join(' OR ');
}
