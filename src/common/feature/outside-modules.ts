import type { Type } from '@nestjs/common';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installationFolder } from '../../config/installation';
import { InvalidSettings } from '../../config/load-settings';
import { featureOf } from './feature.decorator';

/** Packages of which a process must have one copy only, so that features and service share their classes, rules and tables. */
const SHARED = [
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/swagger',
  '@nestjs/typeorm',
  'class-transformer',
  'class-validator',
  'typeorm',
];

/**
 * The Nest modules with `@Feature` that packages or files export. Names are resolved like `require` in the working directory:
 * `@example/notes`, or `./features/notes.js`.
 *
 * @throws InvalidSettings with each name that cannot be loaded
 */
export function modulesOutside(names: readonly string[]): Type[] {
  const problems: string[] = [];
  const load = createRequire(join(process.cwd(), 'package.json'));
  const modules = names.flatMap((name) => {
    try {
      ensureShared(createRequire(load.resolve(name)));
      const features = Object.values(load(name) as object).filter(isFeature);
      if (features.length === 0) problems.push(`PARLEY_FEATURES names ${name}, which exports no module with @Feature`);
      return features;
    } catch (error) {
      problems.push(
        `PARLEY_FEATURES names ${name}, which cannot be loaded: ${(error as Error).message.split('\n')[0]}`,
      );
      return [];
    }
  });
  if (problems.length > 0) throw new InvalidSettings(problems);
  return [...new Set(modules)];
}

/** @throws if the feature would load its own copy of a package that it must share with the service */
function ensureShared(feature: NodeJS.Require): void {
  const own = createRequire(join(installationFolder(), 'package.json'));
  for (const name of ['parley/package.json', ...SHARED]) {
    const found = pathOf(feature, name);
    const ours = name.startsWith('parley/') ? own.resolve('./package.json') : own.resolve(name);
    if (found !== undefined && found !== ours)
      throw new Error(`it uses the copy of ${name.split('/package')[0]} at ${found}, not that of Parley at ${ours}`);
  }
}

function pathOf(feature: NodeJS.Require, name: string): string | undefined {
  try {
    return feature.resolve(name);
  } catch {
    // The feature does not use the package, or loading the feature fails with a clearer error.
    return undefined;
  }
}

function isFeature(value: unknown): value is Type {
  return typeof value === 'function' && featureOf(value) !== undefined;
}
