import type { Database } from '@/db/database';

/** Opens all connections of the sale, so that the first buyers don't pay for that. */
export async function warmUp(sale: Database): Promise<void> {
  const { connectionLimit } = sale.options;
  let ready = 0;
  let allReady: () => void = () => undefined;
  const everybody = new Promise<void>((resolve) => {
    allReady = resolve;
  });
  const visits = Array.from({ length: connectionLimit }, () =>
    sale.session('simulator', async ({ connection }) => {
      await connection.ping();
      ready += 1;
      if (ready === connectionLimit) allReady();
      await everybody;
    }),
  );
  await Promise.all(visits);
}
