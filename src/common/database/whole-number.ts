import type { ValueTransformer } from 'typeorm';

/** For columns of the type bigint that hold whole numbers up to 2^53 - 1: PostgreSQL's driver gives them as text. */
export const wholeNumber: ValueTransformer = {
  to: (value: number | null) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};
