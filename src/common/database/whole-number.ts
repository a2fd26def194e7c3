import type { ValueTransformer } from 'typeorm';

/** For bigint columns with whole numbers up to 2^53 - 1, which PostgreSQL's driver returns as text. */
export const wholeNumber: ValueTransformer = {
  to: (value: number | null) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};
