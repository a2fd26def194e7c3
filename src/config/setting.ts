/** How one environment variable becomes a typed value; the README's table is generated from these. */
export interface Setting<T> {
  description: string;
  /** What the table shows where the variable is absent. */
  fallback: string;
  /** Throws an Error whose message completes «NAME …». Gets undefined where the variable is absent or empty. */
  read(text: string | undefined, environment: NodeJS.ProcessEnv): T;
}

export function text(description: string, fallback: string): Setting<string> {
  return { description, fallback, read: (value) => value ?? fallback };
}

export function optionalText(description: string, absent: string): Setting<string | null> {
  return { description, fallback: absent, read: (value) => value ?? null };
}

export function integer(description: string, fallback: number, min: number, max: number): Setting<number> {
  return {
    description,
    fallback: String(fallback),
    read: (value) => {
      if (value === undefined) return fallback;
      const number = Number(value);
      if (!/^\d+$/.test(value) || number < min || number > max) {
        throw new Error(`must be a whole number from ${min} to ${max}`);
      }
      return number;
    },
  };
}

export function choice<const T extends string>(description: string, options: readonly T[], fallback: T): Setting<T> {
  return {
    description: `${description}: ${options.join(', ')}`,
    fallback,
    read: (value) => {
      const found = options.find((option) => option === (value ?? fallback));
      if (!found) throw new Error(`must be one of ${options.join(', ')}`);
      return found;
    },
  };
}

export function optionalUrl(description: string, absent: string, protocols: readonly string[]): Setting<string | null> {
  return {
    description,
    fallback: absent,
    read: (value) => {
      if (value === undefined) return null;
      if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
        throw new Error(`must be an absolute address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
      }
      return value;
    },
  };
}

export function list(
  description: string,
  absent: string,
  check: (item: string) => string | null,
): Setting<readonly string[]> {
  return {
    description,
    fallback: absent,
    read: (value) => {
      const items = (value ?? '')
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '');
      for (const item of items) {
        const problem = check(item);
        if (problem) throw new Error(`has «${item}», which ${problem}`);
      }
      return items;
    },
  };
}
