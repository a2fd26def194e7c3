import 'reflect-metadata';
import type { MigrationInterface } from 'typeorm';
import type { SettingsClass } from '../../config/load-settings';
import type { EventTypes } from '../event-types/declare-events';
import type { ScopeDeclaration } from '../operations/access';
import type { LimitDeclaration } from '../operations/guard-limits';
import type { TablePolicy } from './table-policy';

const FEATURE = Symbol('feature');

/** A TypeORM migration, such as `CreateNotes1799000000000`. The digits are milliseconds and determine the order. */
export type MigrationClass = new () => MigrationInterface;

export interface FeatureDeclaration {
  /** The name of the feature in errors and backups: lower-case words, joined by hyphens. */
  readonly name: string;
  /**
   * Its tables, each with its policy. A table has one owner: no other feature reads or writes it, except for the joins in
   * `test/contract/table-joins.ts`, each with its reason.
   */
  readonly tables?: Readonly<Record<string, TablePolicy>>;
  /** The migrations that create and change its tables. See docs/upgrading.md. */
  readonly migrations?: readonly MigrationClass[];
  /** The types of events that it appends to the log of a workspace, from `declareEvents`. */
  readonly events?: EventTypes;
  /** A class of settings that its providers inject. The service reads them from the environment at start. */
  readonly settings?: SettingsClass;
  /** Additional scopes for its operations by name: `ideas:read`. */
  readonly scopes?: Readonly<Record<string, ScopeDeclaration>>;
  /** Additional rate limits for its operations. The parts of each limit are listed narrowest first. */
  readonly limits?: Readonly<Record<string, readonly LimitDeclaration[]>>;
}

/** Declares a feature on its Nest module. */
export function Feature(declaration: FeatureDeclaration): ClassDecorator {
  return (module) => {
    Reflect.defineMetadata(FEATURE, declaration, module);
  };
}

/** The declaration of a module. Undefined if the module is not a feature. */
export function featureOf(module: object): FeatureDeclaration | undefined {
  return Reflect.getMetadata(FEATURE, module) as FeatureDeclaration | undefined;
}
