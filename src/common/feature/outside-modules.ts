import type { Type } from '@nestjs/common';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { InvalidSettings } from '../../config/load-settings';
import { featureOf } from './feature.decorator';

/**
 * The Nest modules with `@Feature` that packages or files export. A name is resolved as `require` would resolve it from the working
 * directory: `@example/notes`, or `./features/notes.js`.
 *
 * @throws InvalidSettings with each name that cannot be loaded
 */
export function modulesOutside(names: readonly string[]): Type[] {
  const problems: string[] = [];
  const load = createRequire(join(process.cwd(), 'package.json'));
  const modules = names.flatMap((name) => {
    try {
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

function isFeature(value: unknown): value is Type {
  return typeof value === 'function' && featureOf(value) !== undefined;
}
