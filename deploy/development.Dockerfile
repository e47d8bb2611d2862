# All packages and the tools; docker-compose.override.yml mounts the sources, which change, over it.
FROM node:24-bookworm-slim AS sources
WORKDIR /site
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete && find . -type d -empty -delete

FROM node:24-bookworm-slim
WORKDIR /site
COPY --from=sources /site .
RUN npm ci --no-audit --no-fund
COPY . .
