import type { FeatureCatalog } from '../feature/feature-catalog';

/** A migration that has run on a database. */
export interface RanMigration {
  name: string;
  /** Null if it was run by an old version that did not record features. */
  feature: string | null;
  /** Whether the feature is from outside this tree. Null if no process with the feature has recorded it. */
  isOutside: boolean | null;
}

/** By hand: the columns after `name` are missing until the migrations that add them have run. Oldest first. */
export const READ_HISTORY = `
  SELECT m.name, to_jsonb(m) ->> 'feature' AS feature, (to_jsonb(m) ->> 'is_outside')::boolean AS "isOutside"
  FROM migrations m ORDER BY m.id`;

/** By hand: the catalog. Whether migrations have ever run on the database. */
export const HAS_HISTORY = `SELECT to_regclass('migrations') IS NOT NULL AS there`;

/** By hand: the catalog. The columns in which the database can record features. */
export const LIST_FEATURE_COLUMNS = `
  SELECT attname::text AS name FROM pg_attribute
  WHERE attrelid = to_regclass('migrations') AND attname IN ('feature', 'is_outside') AND NOT attisdropped`;

/** By hand: the table of TypeORM, which has no features. `$1` names of migrations, `$2` their features. */
export const RECORD_FEATURES = `
  UPDATE migrations SET feature = known.feature
  FROM unnest($1::text[], $2::text[]) AS known (name, feature)
  WHERE migrations.name = known.name AND migrations.feature IS NULL`;

/** By hand: the same. `$1` names of migrations, `$2` whether their features are from outside. */
export const RECORD_OUTSIDE = `
  UPDATE migrations SET is_outside = known.is_outside
  FROM unnest($1::text[], $2::boolean[]) AS known (name, is_outside)
  WHERE migrations.name = known.name AND migrations.is_outside IS NULL`;

/** Whether a version with more migrations than this process has changed the database. */
export function isOfLaterVersion(history: readonly { name: string }[], features: FeatureCatalog): boolean {
  const known = new Set(features.migrations.map(({ name }) => name));
  return history.some(({ name }) => !known.has(name));
}

/** The features, with their last migrations, that this process does not have. */
export function missingFeatures(
  newest: Readonly<Record<string, string>>,
  features: FeatureCatalog,
): Map<string, string> {
  return new Map(Object.entries(newest).filter(([name]) => !features.has(name)));
}

/** The last migration of each feature in a history. Migrations without a recorded feature are assigned to the features of this process. */
export function newestOf(history: readonly RanMigration[], features: FeatureCatalog): Record<string, string> {
  const owners = new Map(features.migrations.map(({ name, feature }) => [name, feature]));
  return Object.fromEntries(
    history.flatMap(({ name, feature }) => {
      const owner = feature ?? owners.get(name);
      return owner === undefined ? [] : [[owner, name]];
    }),
  );
}

/** `the feature notes (at CreateNotes1799000000000)`, for use in messages. */
export function listFeatures(features: ReadonlyMap<string, string>): string {
  const listed = [...features].map(([name, migration]) => `${name} (at ${migration})`);
  return `the feature${listed.length === 1 ? '' : 's'} ${listed.join(', ')}`;
}
