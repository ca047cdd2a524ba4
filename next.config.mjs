/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // These open sockets or load native and WebAssembly code: they stay outside the bundle.
  serverExternalPackages: ['pg', 'pg-boss', 'pino', 'ioredis', '@prisma/client', '@prisma/adapter-pg'],
};
