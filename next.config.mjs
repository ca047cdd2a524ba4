/** @type {import('next').NextConfig} */
export default {
  // scripts/build.ts gives every set of sources a folder of its own.
  distDir: process.env.NEXT_DIST_DIR || '.next',
  // A configuration that extends another is left alone; in tsconfig.json Next would note each new folder.
  typescript: { tsconfigPath: 'tsconfig.build.json' },
  // The cache is bound to its folder, and no folder is built into twice.
  experimental: { turbopackFileSystemCacheForBuild: false },
  // In development: where a page may come from that is told of changes, `localhost` aside.
  allowedDevOrigins: ['127.0.0.1', new URL(process.env.PUBLIC_BASE_URL || 'http://localhost').hostname],
  poweredByHeader: false,
  reactStrictMode: true,
  // These open sockets or load native and WebAssembly code: they stay outside the bundle.
  serverExternalPackages: [
    ...['pg', 'pg-boss', 'pino', 'ioredis', '@prisma/client', '@prisma/adapter-pg', 'better-auth'],
    // They read font data beside their own files.
    ...['pdfkit', 'fontkit'],
  ],
};
