/** Shorter names are near to many words, such as POST to PORT and HOST. */
const SHORTEST = 6;
const MOST_EDITS = 2;

export interface Misspelt {
  name: string;
  likely: string;
}

/**
 * Variables that no setting has, but whose name is close to one that is not set. Both names are short, and an environment has few
 * hundred of them.
 */
export function misspeltSettings(environment: NodeJS.ProcessEnv, settings: readonly string[]): Misspelt[] {
  const known = new Set(settings);
  const missing = settings.filter((name) => !environment[name]);
  return Object.keys(environment)
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const likely = missing.find((setting) => isClose(name.toUpperCase(), setting));
      return likely === undefined ? [] : [{ name, likely }];
    });
}

/** A short name must have the same letters, such as PROT. Of a longer one, one or two may be wrong. */
function isClose(name: string, setting: string): boolean {
  if (lettersOf(name) === lettersOf(setting)) return true;
  if (Math.min(name.length, setting.length) < SHORTEST) return false;
  if (Math.abs(name.length - setting.length) > MOST_EDITS) return false;
  return editsBetween(name, setting) <= (setting.length > 2 * SHORTEST ? MOST_EDITS : 1);
}

function lettersOf(name: string): string {
  return Array.from(name).sort().join('');
}

/** The number of inserted, deleted and changed characters (Levenshtein). */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of Array.from(from).entries()) {
    const above = row;
    row = [index + 1];
    for (let column = 1; column <= to.length; column++) {
      const changed = above[column - 1]! + (letter === to[column - 1] ? 0 : 1);
      row.push(Math.min(changed, above[column]! + 1, row[column - 1]! + 1));
    }
  }
  return row[to.length]!;
}
