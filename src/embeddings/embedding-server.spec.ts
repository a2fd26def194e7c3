import { EmbeddingServer as TestServer } from '../../test/support/embedding-server';
import { EmbeddingServer } from './embedding-server';

const server = new TestServer();
let embedder: EmbeddingServer;
beforeAll(async () => {
  embedder = new EmbeddingServer({ baseUrl: await server.start(), model: 'meanings', apiKey: null });
});
afterAll(() => server.stop());

it.each([
  [7, 'is read'],
  [9, 'is not read to its end'],
])('a reply of %d MB %s', async (megabytes, outcome) => {
  server.misbehave = (request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(' '.repeat(megabytes * 1_048_576) + JSON.stringify(server.reply(request)));
  };
  const embedding = embedder.embed(['Zebras.'], 60_000);
  if (outcome === 'is read') expect((await embedding).vectors).toHaveLength(1);
  else await expect(embedding).rejects.toMatchObject({ reason: 'unreadable' });
});

it.each([
  [
    'one of two texts, twice',
    [
      { index: 0, embedding: [1, 2] },
      { index: 0, embedding: [2, 1] },
    ],
  ],
  [
    'two lengths',
    [
      { index: 0, embedding: [1, 2] },
      { index: 1, embedding: [1, 2, 3] },
    ],
  ],
  ['more texts than were sent', [0, 1, 2].map((index) => ({ index, embedding: [1, 2] }))],
])('the reply is unreadable if the vectors are of %s', async (_what, data) => {
  server.misbehave = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data }));
  };
  await expect(embedder.embed(['Zebras.', 'Lions.'], 60_000)).rejects.toMatchObject({ reason: 'unreadable' });
});
