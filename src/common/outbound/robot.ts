/** What this service calls itself where it fetches, and what robots.txt may name. */
export const ROBOT = 'Parley';
