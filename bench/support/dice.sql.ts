/** A whole number from 0 to 4,294,967,295 that depends only on row `n` and the name. */
export const dice = (name: string): string => `('x' || left(md5('${name}' || n), 8))::bit(32)::bigint`;
export const oneIn = (name: string, many: number): string => `${dice(name)} % ${many} = 0`;
/** Each value is equally likely. */
export const oneOf = (name: string, many: number): string => `${dice(name)} % ${many}`;
/** The first values are far more likely than the last, as in real data. */
export const frequentOf = (name: string, many: number): string =>
  `floor(${many} * (${dice(name)} / 4294967296.0) ^ 2)::bigint`;

/** In the form of a UUIDv7: in the order of a time. */
export const idAt = (time: string, name: string): string =>
  `overlay(lpad(to_hex((extract(epoch FROM ${time}) * 1000)::bigint), 12, '0') || left(md5('${name}'), 20) PLACING '7' FROM 13 FOR 1)::uuid`;
