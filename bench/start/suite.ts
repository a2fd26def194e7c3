import { makeDataDir, removeDataDir } from '../support/database';
import { median } from '../support/median';
import type { StartFigures } from '../support/report';
import { ServerProcess } from '../support/server-process';
import { SERVICE_SETTINGS } from '../support/servers';

interface Start {
  milliseconds: number;
  megabytes: number;
}

/**
 * The time until the service answers: with an empty folder, with an existing database in it, and with an external
 * database.
 */
export async function start(node: string, rounds: number, newDatabase: () => Promise<string>): Promise<StartFigures[]> {
  const first: Start[] = [];
  const again: Start[] = [];
  const external: Start[] = [];
  for (let round = 0; round < rounds; round++) {
    const dataDir = makeDataDir();
    try {
      first.push(await startOnce(node, { DATA_DIR: dataDir }));
      again.push(await startOnce(node, { DATA_DIR: dataDir }));
      const DATABASE_URL = await newDatabase();
      await startOnce(node, { DATA_DIR: dataDir, DATABASE_URL });
      external.push(await startOnce(node, { DATA_DIR: dataDir, DATABASE_URL }));
    } finally {
      removeDataDir(dataDir);
    }
  }
  return [
    figures('embedded database, first start', first),
    figures('embedded database, second start', again),
    figures('DATABASE_URL, migrated', external),
  ];
}

async function startOnce(node: string, environment: Record<string, string>): Promise<Start> {
  const service = await ServerProcess.start({
    node,
    command: ['dist/src/main.js'],
    environment: { ...SERVICE_SETTINGS, ...environment },
    readyPath: '/health/ready',
  });
  const megabytes = service.residentMegabytes();
  await service.stop();
  return { milliseconds: service.startMilliseconds, megabytes };
}

function figures(name: string, starts: readonly Start[]): StartFigures {
  const times = starts.map(({ milliseconds }) => milliseconds);
  return {
    name,
    n: starts.length,
    milliseconds: { median: median(times), least: Math.min(...times), greatest: Math.max(...times) },
    residentMegabytes: median(starts.map(({ megabytes }) => megabytes)),
  };
}
