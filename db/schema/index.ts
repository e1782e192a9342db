/** All tables, in one object for drizzle; the one barrel of this folder. */
export * from './admin';
export * from './catalog';
export * from './inventory';
export * from './ledger';
