import { CooperativeYield } from '../../common/jobs/cooperative-yield';
import { AgentVectors } from './agent-vectors';

const DIMENSIONS = 8;

/** A direction of its own for each number, the same in each run. */
function direction(number: number): Float32Array {
  const values = Array.from({ length: DIMENSIONS }, (_, index) => Math.sin(number * 7.3 + index * 1.9));
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}

function vectorsOf(count: number): AgentVectors {
  const vectors = new AgentVectors(DIMENSIONS);
  for (let number = 1; number <= count; number += 1) vectors.set(number, direction(number));
  return vectors;
}

const product = (left: Float32Array, right: Float32Array): number =>
  left.reduce((sum, value, index) => sum + value * right[index]!, 0);
const nearest = (vectors: AgentVectors, vector: Float32Array, limit = 5): Promise<number[]> =>
  vectors.nearest(vector, limit, new CooperativeYield(2));

/** Of the numbers, by comparing all. */
function expected(numbers: readonly number[], vector: Float32Array, limit = 5): number[] {
  const scored = numbers.map((number) => ({ number, near: product(direction(number), vector) }));
  return scored
    .sort((left, right) => right.near - left.near)
    .slice(0, limit)
    .map(({ number }) => number);
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

it('finds the nearest ones of many, nearest first', async () => {
  const vectors = vectorsOf(1_000);
  for (const number of [3, 500, 2_000]) {
    const vector = direction(number);
    expect(await nearest(vectors, vector)).toEqual(expected(upTo(1_000), vector));
  }
  expect(await nearest(vectors, direction(3), 2_000)).toHaveLength(1_000);
});

it('finds only what is kept', async () => {
  const vectors = vectorsOf(300);
  const remaining = upTo(300).filter((number) => number % 3 === 0);
  vectors.keep(new Set(remaining));
  expect(vectors.size).toBe(100);
  expect(await nearest(vectors, direction(7))).toEqual(expected(remaining, direction(7)));
  vectors.keep(new Set());
  expect(await nearest(vectors, direction(7))).toEqual([]);
  vectors.set(7, direction(7));
  expect(await nearest(vectors, direction(7))).toEqual([7]);
});

it('puts a vector in place of the one before', async () => {
  const vectors = vectorsOf(2);
  vectors.set(1, direction(50));
  expect(vectors.size).toBe(2);
  expect(await nearest(vectors, direction(50), 1)).toEqual([1]);
});

it('compares nothing of another number of dimensions', async () => {
  const vectors = vectorsOf(2);
  vectors.set(3, Float32Array.of(1));
  expect(vectors.size).toBe(2);
  expect(await nearest(vectors, Float32Array.of(1))).toEqual([]);
});
