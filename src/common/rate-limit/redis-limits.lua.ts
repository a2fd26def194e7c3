/**
 * What COUNT_CALLS of PostgreSQL does. `KEYS` narrowest first; of each, `max` and the milliseconds of its window in `ARGV`. Gives
 * hits and milliseconds that are left, of each that was reached. The clock of Redis stands still while a script runs.
 */
export const COUNT_CALLS = `
  local counts = {}
  for place, key in ipairs(KEYS) do
    local max, window = tonumber(ARGV[place * 2 - 1]), ARGV[place * 2]
    local hits = math.min(tonumber(redis.call('GET', key) or '0'), max) + 1
    if hits == 1 then
      redis.call('SET', key, '1', 'PX', window)
    else
      redis.call('SET', key, string.format('%.0f', hits), 'KEEPTTL')
    end
    counts[place * 2 - 1] = hits
    counts[place * 2] = redis.call('PTTL', key)
    if hits > max then break end
  end
  return counts`;

/** A window in which nothing else was counted ends, as if it had never begun. */
export const GIVE_BACK = `
  local hits = tonumber(redis.call('GET', KEYS[1]) or '0')
  if hits == 1 then redis.call('DEL', KEYS[1]) end
  if hits > 1 then redis.call('SET', KEYS[1], string.format('%.0f', hits - 1), 'KEEPTTL') end`;
