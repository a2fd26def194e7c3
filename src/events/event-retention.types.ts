/** Days that a workspace keeps events, if it has not set `eventDays`. */
export const DEFAULT_EVENT_DAYS = 14;
export const EVENT_DAYS = { min: 7, max: 90 };
