import { eventReader } from './event-reader';

const STREAM =
  ': \n\nretry: 2000\nid: 4\nevent: ready\ndata: {"seq":4}\n\n: \n\nid: 5\nevent: message.delta\ndata: {"text":"a\\n\\nb: c"}\n\nid: 6\nevent: typ';

it.each([1, 2, 7, 1_000])('reads what the service writes, in pieces of %i characters', (size) => {
  const heard: [string, string][] = [];
  const read = eventReader((event, data) => heard.push([event, data]));
  for (let at = 0; at < STREAM.length; at += size) read(STREAM.slice(at, at + size));
  expect(heard).toEqual([
    ['ready', '{"seq":4}'],
    ['message.delta', '{"text":"a\\n\\nb: c"}'],
  ]);
});
