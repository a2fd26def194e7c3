import type { Type } from '@nestjs/common';
import { InvalidSettings, type SettingsClass } from '../../config/load-settings';
import { settingsOf } from '../../config/setting';
import { EnvironmentSettings } from '../../config/settings';
import type { FeatureEvents } from '../event-types/feature-events';
import { addScope, BUILT_IN_SCOPES } from '../operations/access';
import type { LimitDeclaration } from '../operations/guard-limits';
import { type FeatureDeclaration, featureOf, type MigrationClass } from './feature.decorator';
import {
  BY_ERASER,
  type ErasedWith,
  type ExpiredRule,
  type ExportedTable,
  type KeptFor,
  type KeyedValue,
  type LeftOutTable,
  type SealedColumn,
  type TablePolicy,
} from './table-policy';

const NAME = /^[a-z]+(-[a-z]+)*$/;
const SCOPE_NAME = /^[a-z]+(-[a-z]+)*:[a-z]+$/;
const COUNT_NAME = /^[a-z]+([A-Z][a-z]*)*$/;
/** TypeORM orders migrations by the milliseconds at the end of their names. */
const MIGRATION_NAME = /^[A-Z]\w*(\d{13})$/;

/** A migration and its feature. */
export interface FeatureMigration {
  readonly feature: string;
  /** Whether the feature is from outside this tree. */
  readonly isOutside: boolean;
  readonly name: string;
  readonly migration: MigrationClass;
}

/** Rows of a table that one statement can erase. */
export interface ErasedRows {
  readonly table: string;
  readonly contact: string | undefined;
  readonly conversation: string | undefined;
  readonly countedAs: string | undefined;
}

/** A rate limit, and the settings class of its feature, which can contain its size. */
export interface FeatureLimit {
  readonly name: string;
  readonly parts: readonly LimitDeclaration[];
  readonly settings: SettingsClass | undefined;
}

/** Rows of a table that retention deletes. */
export interface KeptRows extends KeptFor {
  readonly table: string;
}

/**
 * The features of a process, collected and checked once, both for the service and for the operator commands. Also adds their scopes
 * to the scopes of the process.
 */
export class FeatureCatalog {
  readonly features: readonly FeatureDeclaration[];
  /** All migrations in the order of execution. */
  readonly migrations: readonly FeatureMigration[];
  private readonly policies = new Map<string, TablePolicy>();

  readonly modules: readonly Type[];
  /** The features from outside this tree, by name. */
  private readonly outside: ReadonlySet<string | undefined>;

  /**
   * `outside`: features from outside this tree, which PARLEY_FEATURES names.
   *
   * @throws InvalidSettings with one line for each problem
   */
  constructor(builtIn: readonly Type[], outside: readonly Type[] = []) {
    this.modules = [...builtIn, ...outside];
    this.outside = new Set(outside.map((module) => featureOf(module)?.name));
    const problems: string[] = [];
    const owners = new Map<string, string>();
    this.features = this.modules.flatMap((module) => {
      const feature = featureOf(module);
      if (!feature) problems.push(`${module.name} has no @Feature`);
      return feature ?? [];
    });
    for (const { name, tables = {} } of this.features) {
      if (!NAME.test(name)) problems.push(`the name ${name} is not lower-case words joined by hyphens`);
      for (const [table, policy] of Object.entries(tables)) {
        const owner = owners.get(table);
        if (owner !== undefined) problems.push(`the features ${owner} and ${name} both own the table ${table}`);
        owners.set(table, name);
        this.policies.set(table, policy);
      }
    }
    const names = this.features.map(({ name }) => name);
    problems.push(...duplicatesIn(names).map((name) => `two features have the name ${name}`));
    this.migrations = this.sortedMigrations();
    problems.push(...this.problemsOfMigrations(), ...this.problemsOfSettings(), ...this.problemsOfCounts());
    problems.push(...this.problemsOfScopes(), ...this.problemsOfLimits(), ...this.problemsOfSealed());
    if (problems.length > 0) throw new InvalidSettings(problems);
    for (const { scopes = {} } of this.features) {
      for (const [name, scope] of Object.entries(scopes)) addScope(name, scope);
    }
  }

  get settings(): readonly SettingsClass[] {
    return this.features.flatMap(({ settings }) => settings ?? []);
  }

  get limits(): readonly FeatureLimit[] {
    return this.features.flatMap(({ limits = {}, settings }) =>
      Object.entries(limits).map(([name, parts]) => ({ name, parts, settings })),
    );
  }

  /** The types of events in the order of declaration. */
  get events(): FeatureEvents[] {
    return this.features.flatMap(({ name: feature, events = {} }) =>
      Object.entries(events).map(([key, type]) => ({ feature, isOutside: this.outside.has(feature), key, type })),
    );
  }

  has(feature: string): boolean {
    return this.features.some(({ name }) => name === feature);
  }

  policyOf(table: string): TablePolicy | undefined {
    return this.policies.get(table);
  }

  /** The newest migration of each feature by name. Skips features without migrations. */
  get newest(): ReadonlyMap<string, string> {
    return new Map(this.migrations.map(({ feature, name }) => [feature, name]));
  }

  /** Tables whose rows are exported with a workspace, in the order of declaration. */
  get exported(): [table: string, policy: ExportedTable][] {
    return [...this.policies].flatMap(([table, policy]) => (policy.rows === 'exported' ? [[table, policy]] : []));
  }

  get leftOut(): [table: string, policy: LeftOutTable][] {
    return [...this.policies].flatMap(([table, policy]) => (policy.rows === 'left_out' ? [[table, policy]] : []));
  }

  /** Tables with a policy that names a column with the id of a person or a conversation, in the order of declaration. */
  get erased(): ErasedRows[] {
    return [...this.policies].flatMap(([table, { erasedWith = {}, countedAs }]) => {
      const [contact, conversation] = [columnOf(erasedWith.contact), columnOf(erasedWith.conversation)];
      return contact === undefined && conversation === undefined ? [] : [{ table, contact, conversation, countedAs }];
    });
  }

  /** Tables with rows that an `Eraser` erases. */
  get erasedByCode(): string[] {
    return [...this.policies].flatMap(([table, { erasedWith = {} }]) =>
      Object.values(erasedWith).includes(BY_ERASER) ? [table] : [],
    );
  }

  /** All tables with rows that are erased together with people. */
  get personal(): string[] {
    return [...this.policies].flatMap(([table, { erasedWith }]) => (erasedWith ? [table] : []));
  }

  /** The counts in receipts of erasures, and for each the policy of its rows. */
  get erasureCounts(): ReadonlyMap<string, ErasedWith> {
    const counted = [...this.policies.values()].flatMap(({ countedAs, erasedWith = {} }) =>
      countedAs === undefined ? [] : [[countedAs, erasedWith] as const],
    );
    return new Map(counted);
  }

  /** Columns with sealed values, tables in the order of declaration. */
  get sealed(): { table: string; column: SealedColumn }[] {
    return [...this.policies].flatMap(([table, { sealed = [] }]) => sealed.map((column) => ({ table, column })));
  }

  /** The rules for expired rows, tables in the order of declaration. */
  get expires(): { table: string; rule: ExpiredRule }[] {
    return [...this.policies].flatMap(([table, { expires = [] }]) => expires.map((rule) => ({ table, rule })));
  }

  /** Tables with rows that retention deletes, in the order of declaration. */
  get keptFor(): KeptRows[] {
    return [...this.policies].flatMap(([table, policy]) =>
      'keptFor' in policy && policy.keptFor ? [{ table, ...policy.keptFor }] : [],
    );
  }

  private sortedMigrations(): FeatureMigration[] {
    return this.features
      .flatMap(({ name: feature, migrations = [] }) =>
        migrations.map((migration) => ({
          feature,
          isOutside: this.outside.has(feature),
          migration,
          name: migration.name,
        })),
      )
      .sort((a, b) => timeOf(a.name) - timeOf(b.name));
  }

  private problemsOfSettings(): string[] {
    const names = [EnvironmentSettings, ...this.settings].flatMap((Class) => settingsOf(Class).map(({ name }) => name));
    return duplicatesIn(names).map((name) => `two features have the setting ${name}`);
  }

  private problemsOfScopes(): string[] {
    const names = this.features.flatMap(({ scopes = {} }) => Object.keys(scopes));
    return [
      ...names
        .filter((name) => !SCOPE_NAME.test(name))
        .map((name) => `the scope ${name} is not a lower-case noun and verb with a colon between them`),
      ...duplicatesIn([...BUILT_IN_SCOPES, ...names]).map((name) => `two features have the scope ${name}`),
    ];
  }

  private problemsOfLimits(): string[] {
    const known = ({ settings }: FeatureLimit): string[] =>
      [EnvironmentSettings, ...(settings ? [settings] : [])].flatMap((Class) =>
        settingsOf(Class).map(({ name }) => name),
      );
    return [
      ...duplicatesIn(this.limits.map(({ name }) => name)).map((name) => `two features have the limit ${name}`),
      ...this.limits.flatMap((limit) =>
        limit.parts
          .filter(({ setting }) => !known(limit).includes(setting))
          .map(
            ({ setting }) =>
              `the limit ${limit.name} takes its size from ${setting}, which is not a setting of its feature`,
          ),
      ),
    ];
  }

  private problemsOfCounts(): string[] {
    const counted = this.features.flatMap(({ name: feature, tables = {} }) => {
      const names = new Set(Object.values(tables).flatMap(({ countedAs }) => countedAs ?? []));
      return [...names].map((name) => ({ feature, name }));
    });
    const uncounted = [...this.policies].filter(([, { countedAs, erasedWith }]) => countedAs && !erasedWith);
    const old = this.keptFor;
    return [
      ...old
        .filter(({ setting }) => !/^[a-z]+([A-Z][a-z]*)*Days$/.test(setting))
        .map(
          ({ table, setting }) =>
            `${table} has the retention setting ${setting}, which is not camelCase or does not end in Days`,
        ),
      ...duplicatesIn([...new Set(old.map(({ setting, countedAs }) => `${countedAs} ${setting}`))].map(firstWord)).map(
        (name) => `two retention settings count old rows as ${name}`,
      ),
      ...counted
        .filter(({ name }) => !COUNT_NAME.test(name))
        .map(({ feature, name }) => `the feature ${feature} counts erased rows as ${name}, which is not camelCase`),
      ...duplicatesIn(counted.map(({ name }) => name)).map((name) => `two features count erased rows as ${name}`),
      ...uncounted.map(([table]) => `${table} has countedAs without erasedWith`),
    ];
  }

  private problemsOfSealed(): string[] {
    return this.exported.flatMap(([table, { sealed = [], keyed }]) =>
      sealed
        .filter(({ column }) => keyed?.column !== column && !skips(keyed, column))
        .map(({ column }) => `${table} is exported with sealed values in ${column}, so keyed must name it`),
    );
  }

  private problemsOfMigrations(): string[] {
    const names = this.migrations.map(({ name }) => name);
    return [
      ...names
        .filter((name) => !MIGRATION_NAME.test(name))
        .map((name) => `the migration ${name} does not end in 13 digits`),
      ...duplicatesIn(names).map((name) => `two migrations have the name ${name}`),
    ];
  }
}

function timeOf(name: string): number {
  return Number(MIGRATION_NAME.exec(name)?.[1] ?? 0);
}

function skips(keyed: KeyedValue | undefined, column: string): boolean {
  return keyed !== undefined && (keyed.without === 'row' || keyed.without.includes(column));
}

function firstWord(text: string): string {
  return text.slice(0, text.indexOf(' '));
}

function columnOf(column: ErasedWith['contact']): string | undefined {
  return column === BY_ERASER ? undefined : column;
}

function duplicatesIn(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}
