/**
 * Like COUNT_CALLS of PostgreSQL. `KEYS` are narrowest first; `ARGV` has `max` and the window in milliseconds for each. Returns the
 * hits and the remaining milliseconds of each limit that was reached. The clock of Redis does not advance while a script runs.
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

/** Takes a call back. A window without other calls ends, as if it had never begun. */
export const GIVE_BACK = `
  local hits = tonumber(redis.call('GET', KEYS[1]) or '0')
  if hits == 1 then redis.call('DEL', KEYS[1]) end
  if hits > 1 then redis.call('SET', KEYS[1], string.format('%.0f', hits - 1), 'KEEPTTL') end`;
