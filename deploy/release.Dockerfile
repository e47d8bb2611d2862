# The images that build begin with the same lines and share those layers. Only manifests and npm's settings go into them:
# a change of sources installs nothing again.
FROM node:24-bookworm-slim AS sources
WORKDIR /app
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete && find . -type d -empty -delete

FROM node:24-bookworm-slim AS manifests
WORKDIR /app
COPY --from=sources /app .

FROM manifests AS build
RUN npm ci --no-audit --no-fund
COPY tsconfig.base.json ./
COPY shared shared
COPY platform platform
COPY tools/run.mjs tools/
# What only commands that build need is left out.
RUN npx esbuild platform/remote-kit/commands/cli.ts --bundle --platform=node --target=node24 --outdir=/tool \
  --external:esbuild --external:webpack --external:*-plugin --external:*-loader --external:tsx --external:typescript \
  --external:fontkit --external:@playwright/test --external:@module-federation/*
ARG TEAM
COPY ${TEAM} ${TEAM}
# `git rev-parse HEAD`, because an image has no Git.
ARG COMMIT
RUN npm run build -w ${TEAM}

# A built release, and the team's commands for it. Laid out as the repository, so that the commands find their places.
FROM node:24-bookworm-slim
# Nothing is installed in a running image: what could do it is taken away.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn-*
ARG TEAM
ENV NODE_ENV=production DATA_DIR=/data KEYS_DIR=/run/secrets
RUN mkdir -p /data/origins/${TEAM} && chown node:node /data/origins/${TEAM}
WORKDIR /app/${TEAM}
COPY --from=build /tool /app/platform/remote-kit/commands
COPY --from=build /app/${TEAM}/dist dist
# It describes the remote.
COPY --from=build /app/${TEAM}/package.json ./
USER node
# `publish` as it is; `releases` and `rollback` by hand.
ENTRYPOINT ["sh", "-c", "exec node ../platform/remote-kit/commands/cli.js \"$0\" \"$@\""]
CMD ["publish"]
