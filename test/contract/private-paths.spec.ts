import { readdirSync, readFileSync } from 'node:fs';

/**
 * What the service takes from packages past their public doors: one file for each, and the version that it was read in.
 * After an update that turns this red: read in the package whether the file still says what is so, then name the version.
 */
const ADAPTERS = [
  { file: 'src/common/database/typeorm-pool.ts', from: 'typeorm', version: '1.1.1' },
  { file: 'src/common/registry/nest-metadata.ts', from: '@nestjs/common', version: '12.5.1' },
  { file: 'src/common/validation/transforms.ts', from: 'class-transformer', version: '0.5.1' },
  { file: 'src/openapi/swagger-metadata.ts', from: '@nestjs/swagger', version: '12.0.2' },
];

interface PackageFile {
  version: string;
  exports?: Record<string, unknown> | string;
}

describe('private paths of packages', () => {
  it('are used by one file for each package', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((name) => `src/${name}`);
    const found = files.filter((file) => /(?<![.]d)[.]ts$/.test(file) && importsOf(file).some(isPrivate));
    // Swagger's key is a word, not an import.
    expect([...found, 'src/openapi/swagger-metadata.ts'].sort()).toEqual(ADAPTERS.map(({ file }) => file));
  });

  it.each(ADAPTERS)('$file was read in $from $version', ({ from, version }) => {
    expect(packageFile(from).version).toBe(version);
  });
});

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/\b(?:from\s+|import\s+|require\(\s*)'([^'.][^'\n]*)'/g)].map(([, name]) => name!);
}

function isPrivate(specifier: string): boolean {
  if (specifier.startsWith('node:')) return false;
  const [, name = '', path] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(specifier)!;
  if (!path) return false;
  const { exports: doors } = packageFile(name);
  return path === '/internal' || typeof doors !== 'object' || !Object.hasOwn(doors, `.${path}`);
}

function packageFile(name: string): PackageFile {
  return JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as PackageFile;
}
