import { Host } from './app/host';
import { Frame } from './loader/frame';
import { HELLO, PORT, type ToApplication } from './protocol';

const PAGE = 'https://shop.example';
const SERVICE = 'https://parley.example';

/** A window that records the messages posted to it. */
interface RecordingWindow {
  posted: { data: unknown; to: string; ports: MessagePort[] }[];
  postMessage: (data: unknown, to: string, ports?: MessagePort[]) => void;
}

function otherWindow(): RecordingWindow {
  const posted: RecordingWindow['posted'] = [];
  return { posted, postMessage: (data, to, ports = []) => void posted.push({ data, to, ports }) };
}

describe('page and frame', () => {
  let own: EventTarget;
  let other: RecordingWindow;
  const arrives = (over: object): void => {
    own.dispatchEvent(Object.assign(new Event('message'), { ports: [], ...over }));
  };

  beforeEach(() => {
    own = new EventTarget();
    other = otherWindow();
    const element = { contentWindow: other, remove: () => undefined };
    Object.assign(globalThis, {
      window: Object.assign(own, { parent: other }),
      document: { createElement: () => element },
    });
  });
  afterEach(() => {
    // Node has neither.
    for (const name of ['window', 'document']) Reflect.deleteProperty(globalThis, name);
  });

  const forgeries = (origin: string, data: string): [string, () => object][] => [
    ['another window', () => ({ source: otherWindow(), origin, data })],
    ['another origin in the same window', () => ({ source: other, origin: 'https://evil.example', data })],
    ['an origin that begins alike', () => ({ source: other, origin: `${origin}.evil.example`, data })],
    ['another message', () => ({ source: other, origin, data: 'hello' })],
  ];

  describe('the page', () => {
    const greeted = jest.fn();
    let frame: Frame;
    beforeEach(() => {
      greeted.mockClear();
      frame = new Frame(SERVICE, jest.fn(), greeted, jest.fn());
    });
    afterEach(() => {
      frame.end();
    });

    it('gives its port to the frame that greets it, for that origin alone', () => {
      arrives({ source: other, origin: SERVICE, data: HELLO });
      expect(greeted).toHaveBeenCalledTimes(1);
      expect(other.posted).toEqual([{ data: PORT, to: SERVICE, ports: [expect.any(MessagePort)] }]);
    });

    it.each(forgeries(SERVICE, HELLO))('does not give it for a greeting of %s', (_, forged) => {
      arrives(forged());
      expect([frame.isThere, greeted.mock.calls, other.posted]).toEqual([false, [], []]);
    });
  });

  describe('the frame', () => {
    const message = { type: 'open' } as unknown as ToApplication;
    const heard = jest.fn();
    let ports: MessageChannel;
    let host: Host;
    beforeEach(() => {
      heard.mockClear();
      ports = new MessageChannel();
      host = new Host(PAGE, heard);
    });
    afterEach(() => {
      ports.port1.close();
    });

    it('greets the page for its origin alone, and receives messages by its port', async () => {
      host.greet();
      expect(other.posted).toEqual([{ data: HELLO, to: PAGE, ports: [] }]);
      arrives({ source: other, origin: PAGE, data: PORT, ports: [ports.port2] });
      const arrived = new Promise((resolve) => heard.mockImplementationOnce(resolve));
      ports.port1.postMessage(message);
      expect(await arrived).toEqual(message);
    });

    it.each(forgeries(PAGE, PORT))('accepts no port from %s', (_, forged) => {
      const port = { postMessage: jest.fn(), onmessage: null };
      arrives({ ...forged(), ports: [port] });
      host.post({ type: 'closed' } as never);
      expect([port.onmessage, port.postMessage.mock.calls]).toEqual([null, []]);
    });
  });
});
