/** The five ways in. The demo shop's address is its slug in the seed. */
export const siteLinks = {
  shop: '/foil-and-stock',
  sales: '/sales',
  live: '/live',
  lab: '/lab',
  admin: '/admin',
} as const;
