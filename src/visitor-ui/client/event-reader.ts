/**
 * Reads server-sent events as their text arrives, in the form that the service writes: lines end in one line feed, and
 * a colon is followed by a space. A library for the output of any server is four times as long, and every visitor would
 * load it.
 */
export function eventReader(heard: (event: string, data: string) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const events = (rest + text).split('\n\n');
    rest = events.pop()!;
    for (const lines of events) {
      const field = (name: string): string => new RegExp(`^${name}: (.*)`, 'm').exec(lines)?.[1] ?? '';
      if (field('event')) heard(field('event'), field('data'));
    }
  };
}
