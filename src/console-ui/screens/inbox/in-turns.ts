const AT_ONCE = 4;

export interface Refused {
  id: string;
  message: string;
}

/** Does something with each of many, four at a time. What is refused does not stop the others. */
export async function inTurns(
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<Refused[]> {
  const waiting = [...ids];
  const refused: Refused[] = [];
  let done = 0;
  const worker = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        await work(id);
      } catch (error) {
        refused.push({ id, message: error instanceof Error ? error.message : String(error) });
      }
      onProgress(++done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return refused;
}
