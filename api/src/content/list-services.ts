import { asc } from 'drizzle-orm';
import type { Service } from '@vidlunnia/shared/contracts/schemas';
import type { Database } from '../database/database';
import { services } from '../database/schema';

/** All services in the order of their file. */
export async function listServices(database: Database): Promise<Service[]> {
  const rows = await database.select().from(services).orderBy(asc(services.position));
  return rows.map(({ title, description, icon_url, features, price_from }) => ({
    title,
    description,
    icon_url,
    features,
    ...(price_from === null ? {} : { price_from }),
  }));
}
