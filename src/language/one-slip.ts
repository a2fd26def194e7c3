/** Whether one slip of the pen makes one word of the other: a letter too many, too few, another one, or two that change places. */
export function isOneSlip(left: string, right: string): boolean {
  if (left === right || Math.abs(left.length - right.length) > 1) return false;
  let first = 0;
  while (first < left.length && left[first] === right[first]) first += 1;
  const [rest, other] = [left.slice(first), right.slice(first)];
  if (rest.length > other.length) return rest.slice(1) === other;
  if (rest.length < other.length) return rest === other.slice(1);
  if (rest.slice(1) === other.slice(1)) return true;
  return rest[0] === other[1] && rest[1] === other[0] && rest.slice(2) === other.slice(2);
}
