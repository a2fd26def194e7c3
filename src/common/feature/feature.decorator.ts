import 'reflect-metadata';
import type { MigrationInterface } from 'typeorm';
import type { SettingsClass } from '../../config/load-settings';
import type { ScopeDeclaration } from '../operations/access';
import type { LimitDeclaration } from '../operations/guard-limits';
import type { TablePolicy } from './table-policy';

const FEATURE = Symbol('feature');

/** A migration of TypeORM: `CreateNotes1799000000000`, whose digits are the milliseconds that order it. */
export type MigrationClass = new () => MigrationInterface;

export interface FeatureDeclaration {
  /** Names the feature in errors and backups: lower-case words, joined by hyphens. */
  readonly name: string;
  /**
   * Its tables, each with its policy. A table has one owner: no other feature reads or writes it, but for the joins that
   * `test/contract/table-joins.ts` lists with their reasons.
   */
  readonly tables?: Readonly<Record<string, TablePolicy>>;
  /** What brings its tables into a database; see docs/upgrading.md. */
  readonly migrations?: readonly MigrationClass[];
  /** A class of settings, read from the environment at the start, which its providers inject. */
  readonly settings?: SettingsClass;
  /** Scopes that its operations require beside those of this tree, by name: `ideas:read`. */
  readonly scopes?: Readonly<Record<string, ScopeDeclaration>>;
  /** Rate limits that its operations name, each with its parts, narrowest first. */
  readonly limits?: Readonly<Record<string, readonly LimitDeclaration[]>>;
}

/** Declares a feature at its Nest module. */
export function Feature(declaration: FeatureDeclaration): ClassDecorator {
  return (module) => {
    Reflect.defineMetadata(FEATURE, declaration, module);
  };
}

/** The declaration of a module; undefined where the module is no feature. */
export function featureOf(module: object): FeatureDeclaration | undefined {
  return Reflect.getMetadata(FEATURE, module) as FeatureDeclaration | undefined;
}
