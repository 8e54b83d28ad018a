# The first stage builds the pages; the second has only the production packages.
FROM node:24-bookworm-slim AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
COPY scripts/setup.mjs scripts/node-runtime.mjs scripts/
RUN node -e "import('./scripts/setup.mjs').then((setup) => setup.ensureInstalled())"
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Memory settings, as in scripts/node-runtime.mjs.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=262144
WORKDIR /shop
COPY --from=build /shop/node_modules node_modules
COPY --from=build /shop/build build
COPY package.json site.config.ts ./
COPY migrations migrations
COPY demo demo
COPY src src
COPY scripts scripts
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# The first start creates the database and loads the demo catalogue.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
# The Node of the packages: the image's may be older than 24.16. Without npm in between, SIGTERM reaches the shop.
CMD ["node_modules/.bin/node", "--max-semi-space-size=16", "--max-old-space-size=1024", "src/server/main.ts"]
