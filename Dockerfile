# A house in a container: docker build -t parlour . && docker run -p 8765:8765 -v parlour:/data parlour
FROM python:3.13-slim AS build
WORKDIR /source
COPY . .
RUN sh scripts/image.sh pages
# people can keep the house on their devices; without this line they can't, and the image is built some minutes sooner
RUN sh scripts/image.sh offline
RUN sh scripts/image.sh install /opt/parlour /opt/data

FROM python:3.13-slim
COPY --from=build /opt/parlour /opt/parlour
COPY --from=build --chown=10001:10001 /opt/data /data
ENV PARLOUR_HOST=0.0.0.0 PARLOUR_HOME=/data PARLOUR_CACHE=/data/rules PARLOUR_LOG_FORMAT=json PYTHONUNBUFFERED=1
USER 10001:10001
VOLUME /data
EXPOSE 8765
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
    CMD ["/opt/parlour/bin/python", "-c", "import urllib.request as web; web.urlopen('http://127.0.0.1:8765/healthz', timeout=4)"]
ENTRYPOINT ["/opt/parlour/bin/parlour"]
CMD ["serve"]
