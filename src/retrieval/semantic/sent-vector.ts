/** Of the binary form of an array with one dimension: dimensions, nulls, type, length, lower bound; 4 bytes each. */
const HEADER = 20;
/** Of each element: its size in 4 bytes, then 4 bytes of the number, the highest first. */
const ELEMENT = 8;

/** The numbers of a `real[]` as PostgreSQL's `array_send` gives it. */
export function sentVector(bytes: Buffer): Float32Array {
  const vector = new Float32Array((bytes.length - HEADER) / ELEMENT);
  for (let index = 0; index < vector.length; index += 1) {
    vector[index] = bytes.readFloatBE(HEADER + index * ELEMENT + 4);
  }
  return vector;
}
