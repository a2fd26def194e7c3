import { useEffect, useState } from 'react';

/** The value, once it has not changed for so many ms: for searching as people type. */
export function useSettled<V>(value: V, ms = 200): V {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
