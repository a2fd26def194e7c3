import { readFileSync } from 'node:fs';
import { minVersion, Range, satisfies } from 'semver';

interface Package {
  version?: string;
  engines?: { node?: string };
  hasInstallScript?: boolean;
}

const read = (name: string): unknown => JSON.parse(readFileSync(name, 'utf8'));
const { packages } = read('package-lock.json') as { packages: Record<string, Package> };
const manifest = read('package.json') as { engines: { node: string }; allowScripts: Record<string, boolean> };
const installed = Object.entries(packages).filter(([path]) => path !== '');

describe('npm ci', () => {
  it('warns of no package on the oldest Node versions that package.json allows', () => {
    const oldest = new Range(manifest.engines.node).range.split('||').map((part) => minVersion(part)?.version ?? '');
    expect(oldest).toEqual(['20.19.0', '22.13.0', '24.11.0']);
    const refusing = installed.flatMap(([path, { engines }]) =>
      oldest.filter((version) => !satisfies(version, engines?.node ?? '*')).map((version) => `${path}: ${version}`),
    );
    expect(refusing).toEqual([]);
  });

  it('knows of each install script whether it may run, and none may', () => {
    const withScript = installed.filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = withScript.map(([path]) => path.split('node_modules/').at(-1) ?? '');
    expect(Object.entries(manifest.allowScripts).sort()).toEqual(
      [...new Set(names)].sort().map((name) => [name, false]),
    );
  });
});
