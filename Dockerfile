# The server, or with another command its worker.
#
#   docker build -t dialproof .
#   docker run --stop-timeout 20 -p 3000:3000 -v dialproof:/data -e DIALPROOF_CHECKER=sandbox dialproof
#
# Over PostgreSQL, with a worker beside it:
#
#   docker run --stop-timeout 20 -p 3000:3000 -e DATABASE_URL=postgres://... -e DIALPROOF_CHECKER=sandbox dialproof
#   docker run --stop-timeout 20 -e DATABASE_URL=postgres://... -e DIALPROOF_CHECKER=sandbox dialproof worker
#
# A stop may take 15 seconds; Docker kills after 10 by default.
# With -e REDIS_URL=redis://... for both, Redis wakes the worker and keeps rates.
FROM node:22-bookworm-slim AS build
WORKDIR /app
# For the SQLite driver, where there is no built one for the machine.
RUN apt-get update && apt-get install -y --no-install-recommends python3 make g++ && rm -rf /var/lib/apt/lists/*
COPY . .
# npm 10 runs every install script. The Swagger page's package has one that reports installations; package.json turns it off too.
# A driver that is compiled takes the headers of the image, and loads none.
ENV SCARF_ANALYTICS=false npm_config_nodedir=/usr/local
RUN npm ci --no-audit --no-fund
RUN npx tsc -b libs/server && node tools/run/bundle.mjs && node libs/dashboard/build-page.mjs
# What only the build needs. The built page contains the client.
RUN npm prune --omit=dev --no-audit --no-fund && rm -rf libs/client libs/*/node_modules libs/dashboard/page libs/*/src tools node_modules/better-sqlite3/deps

FROM node:22-bookworm-slim
ENV NODE_ENV=production DIALPROOF_HOST=0.0.0.0 DIALPROOF_DATA_DIR=/data
# A worker answers at the same port, where the health check asks.
ENV DIALPROOF_WORKER_HOST=0.0.0.0 DIALPROOF_WORKER_PORT=3000
WORKDIR /app
RUN mkdir -m 700 /data && chown node:node /data
COPY --from=build /app .
# For `docker exec`: dialproof-server account create
RUN chmod +x libs/server/dist/command-line/main.js && ln -s /app/libs/server/dist/command-line/main.js /usr/local/bin/dialproof-server
# The user `node`, by its number: Kubernetes cannot tell from a name that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 3000
# The port is fixed: map another one with -p, not with PORT.
HEALTHCHECK --interval=10s --timeout=10s --start-period=1m CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself, so that SIGTERM reaches the server.
ENTRYPOINT ["node", "libs/server/dist/command-line/main.js"]
CMD ["start"]
