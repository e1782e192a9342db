/** The production web server under load: a page with stock, the same stock as JSON, and the books of a shop. */
import { makeFreshShop } from '@/db/fresh-shop';
import { buildIfChanged, nextCommand } from '@/db/launch/build';
import { startChild } from '@/db/launch/children';
import { freePort } from '@/db/server/ports';
import { driveFor } from '../drive';
import type { Cell, Group } from '../sample';
import type { Stage } from '../stage';

/** Each asks again as soon as it has its answer. */
const VISITORS = 16;

interface Site {
  readonly shopId: number;
  readonly slug: string;
  readonly product: { readonly slug: string; readonly inventoryItemId: number };
}

/** A shop in the stage's schema and a server of its own for it. */
async function withSite<T>(stage: Stage, work: (base: string, site: Site) => Promise<T>): Promise<T> {
  const { ADMIN_PASSWORD: _, ...inherited } = process.env;
  await buildIfChanged(inherited as NodeJS.ProcessEnv);
  const database = stage.connect(1);
  const shop = await makeFreshShop(database, {
    locations: [
      { name: 'Berlin', regions: { europe: 1 } },
      { name: 'Porto', regions: { europe: 2 } },
    ],
    products: [{ title: 'Plumb bob', priceMinor: 4_900, stock: { Berlin: 400, Porto: 100 } }],
    holdSeconds: 300,
    paymentExtensionSeconds: 60,
  }).finally(() => database.close());
  const [product] = shop.products;
  if (!product) throw new Error('the shop has no product');
  const port = await freePort();
  const lines: string[] = [];
  const server = await startChild(
    'web server',
    [...nextCommand, 'start', '-H', '127.0.0.1', '-p', String(port)],
    {
      env: { ...inherited, DATABASE_URL: stage.url, NODE_ENV: 'production' },
      onLine: (line) => lines.push(line),
      graceMs: 3_000,
    },
  );
  try {
    const base = `http://127.0.0.1:${port}`;
    const ending = server.ended.then((how) => {
      throw new Error(`The web server ${how}:\n${lines.join('\n')}`);
    });
    await Promise.race([answers(`${base}/api/health`), ending]);
    return await Promise.race([work(base, { ...shop, product }), ending]);
  } finally {
    await server.end();
  }
}

/** Resolves when the address answers for the first time. */
async function answers(address: string): Promise<void> {
  for (;;) {
    const response = await fetch(address).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function cellOf(label: string, pathOf: (site: Site) => string): Cell {
  return {
    key: `web ${label}`,
    label: `${label}, ${VISITORS} visitors`,
    isQuick: false,
    run: (stage) =>
      withSite(stage, (base, site) => {
        const address = `${base}${pathOf(site)}`;
        return driveFor({
          buyers: VISITORS,
          operation: async () => {
            const response = await fetch(address);
            await response.arrayBuffer();
            return response.ok;
          },
          warmUpMs: stage.size.warmUpMs,
          measureMs: stage.size.measureMs,
          readUse: () => stage.readUse(),
        });
      }),
  };
}

export const web: Group = {
  title: 'Pages and API under load',
  note: 'The production web server, MySQL and the visitors on the same machine; each visitor asks again at once.',
  cells: [
    cellOf('product page', ({ slug, product }) => `/${slug}/${product.slug}`),
    cellOf(
      'stock of a product as JSON',
      ({ slug, product }) => `/${slug}/stock?items=${product.inventoryItemId}`,
    ),
    cellOf('books of a shop as JSON', ({ shopId }) => `/api/conservation?shop=${shopId}`),
  ],
};
