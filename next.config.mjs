/** @type {import('next').NextConfig} */
export default {
  // scripts/build.ts gives every set of sources a folder of its own.
  distDir: process.env.NEXT_DIST_DIR || '.next',
  typescript: {
    // A configuration that extends another is left alone; in tsconfig.json Next would note each new folder.
    tsconfigPath: 'tsconfig.build.json',
    // `npm test` has checked the types of the whole project.
    ignoreBuildErrors: true,
  },
  experimental: {
    // The cache is bound to its folder, and no folder is built into twice.
    turbopackFileSystemCacheForBuild: false,
    // Few large scripts, as each is compressed by itself (docs/decisions/2026-11-23-fewer-and-larger-scripts.md).
    turbopackChunking: { minChunkSize: 1_000_000, maxMergeChunkSize: 1_000_000 },
  },
  // In development: where a page may come from that is told of changes, `localhost` aside.
  allowedDevOrigins: ['127.0.0.1', new URL(process.env.PUBLIC_BASE_URL || 'http://localhost').hostname],
  turbopack: {
    rules: {
      // Drops what the card form does not use of Stripe’s React components: 1.6 kB, compressed.
      '**/react-stripe.esm.mjs': { loaders: ['./scripts/trim-react-stripe.cjs'] },
      // Drops what only the server uses of `next/dynamic`: 0.8 kB, compressed.
      '**/next/dist/shared/lib/lazy-dynamic/loadable.js': {
        loaders: ['./scripts/trim-next-dynamic.cjs'],
        condition: 'browser',
      },
      // Drops what is for the server and for building: 1.6 kB, compressed.
      '**/next/dist/lib/constants.js': {
        loaders: ['./scripts/trim-next-constants.cjs'],
        condition: { all: ['browser', 'production'] },
      },
      // Drops polyfills that none of our browsers needs: 0.3 kB, compressed.
      '**/next/dist/build/polyfills/polyfill-module.js': {
        loaders: ['./scripts/trim-next-polyfills.cjs'],
        condition: 'browser',
      },
    },
  },
  // Every page of the documentation is also Markdown, at its address with `.md`.
  rewrites: async () => [
    { source: '/docs.md', destination: '/docs/markdown/docs' },
    { source: '/docs/:page(.+)\\.md', destination: '/docs/markdown/docs/:page' },
  ],
  poweredByHeader: false,
  reactStrictMode: true,
  // These open sockets or load native and WebAssembly code: they stay outside the bundle.
  serverExternalPackages: [
    'pg',
    'pg-boss',
    'pino',
    'ioredis',
    '@prisma/client',
    '@prisma/adapter-pg',
    // They read font data beside their own files.
    'pdfkit',
    'fontkit',
    // It starts threads from files.
    'piscina',
  ],
};
