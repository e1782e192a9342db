import { fileURLToPath } from 'node:url';

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // The repository is its own root, even when a lockfile lies in a folder above it.
  turbopack: { root: fileURLToPath(new URL('.', import.meta.url)) },
  agentRules: false,
};
