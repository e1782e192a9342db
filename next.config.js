import { fileURLToPath } from 'node:url';

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // The repository is its own root, even when a lockfile lies in a folder above it.
  turbopack: { root: fileURLToPath(new URL('.', import.meta.url)) },
  agentRules: false,
  experimental: {
    // Behind a proxy the name that a browser sends isn't the one that arrives here: actions of the names listed are taken.
    serverActions: { allowedOrigins: (process.env.ALLOWED_ORIGINS ?? '').split(',').filter(Boolean) },
  },
};
