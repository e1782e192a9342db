/** All tables, in one object for drizzle; the one barrel of this folder. */
export * from './admin';
export * from './catalog';
export * from './checkout';
export * from './inventory';
export * from './ledger';
export * from './orders';
export * from './payment';
export * from './roll-out';
export * from './simulation';
export * from './truth';
