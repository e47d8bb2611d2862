FROM nginx:1.29-bookworm
COPY deploy/gateway.nginx.conf /etc/nginx/nginx.conf
COPY deploy/gateway.surroundings.conf /etc/nginx/surroundings.conf
# Of the addresses that may speak for a visitor; see docs/deployment.md.
RUN mkdir -p /etc/nginx/trusted.d
USER nginx
EXPOSE 8080
ENTRYPOINT []
CMD ["nginx"]
