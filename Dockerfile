# The pages are built with everything; the shop then runs with what it needs at run time alone.
FROM node:24-bookworm-slim AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
COPY scripts/setup.mjs scripts/
RUN node -e "import('./scripts/setup.mjs').then((setup) => setup.ensureInstalled())"
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
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
# The first start draws the demo catalogue's pictures, which takes its time on a small machine.
HEALTHCHECK --interval=10s --timeout=3s --start-period=120s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
# Without npm in between, so that the signal to stop reaches the shop.
CMD ["node", "src/server/main.ts"]
