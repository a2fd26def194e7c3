const ALWAYS = `'[{"from": "00:00", "to": "24:00"}]'::jsonb`;
const CALENDAR = `(
  SELECT jsonb_build_object('timezone', 'UTC', 'weekly', jsonb_object_agg(day, ${ALWAYS}), 'exceptions', '[]'::jsonb)
  FROM unnest(ARRAY['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']) AS day
)`;

/** Around the clock. `$1` workspace, `$2` policy. */
export const INSERT_SNAPSHOT = `
  INSERT INTO sla_snapshots (workspace_id, policy_id, policy_version, policy_name, calendar)
  SELECT $1::uuid, $2::uuid, 1, 'Bench', ${CALENDAR}`;
