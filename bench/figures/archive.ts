import { interleave } from '../measure/interleave';
import { median } from '../measure/median';
import { makeArchive, type Archive } from '../sites/archive';
import type { Sites } from '../sites/sites';
import { atMost, type Figure } from './figure';
import { openRenderer } from './rendering';

const FEW = 8;
const MANY = 2_000;
const WARM_UP = 50;
const RENDERS = 100;

/** What an archive of many posts costs a start of the API and a rendering of the home page. */
export async function measureArchive(sites: Sites, rounds: number): Promise<Figure[]> {
  const archives = { few: await makeArchive(FEW), many: await makeArchive(MANY) };
  try {
    return [await measureStart(archives, rounds), await measureHome(sites, archives)];
  } finally {
    await Promise.all(Object.values(archives).map((archive) => archive.remove()));
  }
}

type Archives = Readonly<Record<'few' | 'many', Archive>>;

async function measureStart({ few, many }: Archives, rounds: number): Promise<Figure> {
  const timed = (archive: Archive) => async () => {
    const running = await archive.start();
    await running.stop();
    return running.took / 1_000;
  };
  const seconds = await interleave(rounds, { few: timed(few), many: timed(many) });
  const [short, long] = [median(seconds.few), median(seconds.many)];
  return {
    name: `Start of the API with ${String(MANY)} posts, beyond one with ${String(FEW)}`,
    measured: long - short,
    unit: 's',
    target: atMost(2),
    detail: `${long.toFixed(1)} to ${short.toFixed(1)} s`,
  };
}

async function measureHome(sites: Sites, archives: Archives): Promise<Figure> {
  const running = [await archives.few.start(), await archives.many.start()];
  const renderers = await Promise.all(running.map(({ origin }) => openRenderer(sites, origin)));
  const [few, many] = renderers.map((renderer) => renderer.render('/'));
  try {
    if (!few || !many) throw new Error('Two archives were started');
    await interleave(WARM_UP, { few, many });
    const times = await interleave(RENDERS, { few, many });
    const [short, long] = [median(times.few), median(times.many)];
    return {
      name: `Uncached rendering of the home page with ${String(MANY)} posts beside one with ${String(FEW)}`,
      measured: long / short,
      unit: '×',
      target: atMost(1.1),
      detail: `${long.toFixed(1)} to ${short.toFixed(1)} ms`,
    };
  } finally {
    await Promise.all([...renderers, ...running].map((each) => each.stop()));
  }
}
