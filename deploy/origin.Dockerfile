FROM nginx:1.29-bookworm
ARG PORT
ENV PORT=${PORT}
COPY deploy/origin.nginx.conf /etc/nginx/nginx.conf
RUN sed -i "s/listen PORT;/listen ${PORT};/" /etc/nginx/nginx.conf && mkdir -p /releases
USER nginx
HEALTHCHECK --interval=5s --timeout=3s CMD curl -fsS "http://127.0.0.1:${PORT}/healthz"
ENTRYPOINT []
CMD ["nginx"]
