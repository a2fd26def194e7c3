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

/** By hand: the catalog. Whether the database can record features. */
export const RECORDS_FEATURES = `
  SELECT EXISTS (
    SELECT FROM pg_attribute WHERE attrelid = to_regclass('migrations') AND attname = 'is_outside' AND NOT attisdropped
  ) AS there`;

/** By hand: the table of TypeORM, which has no features. `$1` names of migrations, `$2` their features, `$3` whether these are from outside. */
export const RECORD_FEATURES = `
  UPDATE migrations SET feature = known.feature, is_outside = known.is_outside
  FROM unnest($1::text[], $2::text[], $3::boolean[]) AS known (name, feature, is_outside)
  WHERE migrations.name = known.name AND (migrations.feature IS NULL OR migrations.is_outside IS NULL)`;

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
