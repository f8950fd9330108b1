# One build, three small images. In a clone Maven runs inside, so a host needs nothing but Docker. docker/build sends what
# the host has built instead.
# Classic-builder syntax on purpose: it also builds where BuildKit is not available.

# Exact tags, so that an image built again holds the same JVM; docs/reference/dependencies.md says when they are raised.
ARG BUILD_IMAGE=maven:3.9.16-eclipse-temurin-25
ARG JRE_IMAGE=eclipse-temurin:25.0.4_7-jre-noble

FROM ${BUILD_IMAGE} AS build
WORKDIR /src
COPY . .
# What the host has built comes without a pom.xml. -C refuses a download whose checksum differs. The other two goals write
# what is shipped of others.
RUN if [ -f pom.xml ]; then \
      mvn -B -q -C -Dmaven.test.skip=true -pl service,mock-api,cli -am package cyclonedx:makeAggregateBom license:aggregate-add-third-party; \
    else \
      chmod -R go+rX .; \
    fi \
 && distribution/programs target/programs cli loadtest mock-api service

FROM ${JRE_IMAGE} AS runtime
ARG REVISION=unknown
# What is in the image, of Birdseye and of others, stands in bom.json (CycloneDX) and THIRD-PARTY.txt.
LABEL org.opencontainers.image.title="Birdseye" \
      org.opencontainers.image.description="Measures which Java concurrency strategy should serve a fan-out" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.revision="${REVISION}" \
      io.birdseye.sbom="/opt/birdseye/bom.json"
ENV BIRDSEYE_REVISION=${REVISION}
WORKDIR /opt/birdseye
COPY docker/healthy docker/class-cache /opt/birdseye/
COPY --from=build /src/LICENSE /src/target/bom.json /src/target/THIRD-PARTY.txt /opt/birdseye/

# The class path is written down, since a class cache fits one order of the jars only, and that of 'lib/*' is the file
# system's: another one where the image is run.
FROM runtime AS mock-api
COPY --from=build /src/mock-api/target/lib lib
COPY --from=build /src/mock-api/target/birdseye-mock-api.jar lib/
COPY --from=build /src/mock-api/target/native/META-INF/native native
COPY docker/mock-api-settings.json .
RUN echo "-cp $(echo /opt/birdseye/lib/*.jar | tr ' ' ':')" >class-path \
 && ./class-cache mock-api.aot java --enable-native-access=ALL-UNNAMED -XX:+UseSerialGC @/opt/birdseye/class-path io.birdseye.mockapi.MockApiMain --port 0 --settings mock-api-settings.json
EXPOSE 9090
USER 10001:10001
ENTRYPOINT ["java", "-XX:AOTCache=/opt/birdseye/mock-api.aot", "-Xlog:aot*=off", "-Xlog:cds*=off", "--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-Xmx192m", "-XX:MaxDirectMemorySize=128m", "-Djava.library.path=/opt/birdseye/native", "@/opt/birdseye/class-path", "io.birdseye.mockapi.MockApiMain", "--host", "0.0.0.0"]

# The heap of every measurement (Programs.SERVICE_JVM_FLAGS): generations of another size collect more often, and cost more CPU.
FROM runtime AS service
COPY --from=build /src/service/target/lib lib
COPY --from=build /src/service/target/birdseye-service.jar lib/
RUN echo "-cp $(echo /opt/birdseye/lib/*.jar | tr ' ' ':')" >class-path \
 && ./class-cache service.aot java -XX:+UseParallelGC --enable-preview --enable-native-access=ALL-UNNAMED @/opt/birdseye/class-path io.birdseye.service.ServiceMain --port 0
EXPOSE 8080
USER 10001:10001
ENTRYPOINT ["java", "-XX:AOTCache=/opt/birdseye/service.aot", "-Xlog:aot*=off", "-Xlog:cds*=off", "-XX:+UseParallelGC", "-Xms3g", "-Xmx3g", "-Xmn2g", "-XX:-UseAdaptiveSizePolicy", "-XX:+UseTransparentHugePages", "-XX:MaxDirectMemorySize=256m", "-XX:CompileCommand=quiet", "-XX:CompileCommand=dontinline,io.birdseye.memory.SharedList*::multiply", "--enable-preview", "--enable-native-access=ALL-UNNAMED", "@/opt/birdseye/class-path", "io.birdseye.service.ServiceMain", "--host", "0.0.0.0"]

# Everything of './birdseye', which measures from here. Gatling's charts are not in the image: their licence does not let us
# pass them on.
FROM runtime AS loadtest
COPY --from=build /src/target/programs .
COPY --from=build /src/loadtest/target/native/META-INF/native native
COPY docker/loadtest docker/
RUN echo "${REVISION}" >REVISION
# Where the JVM looks for native libraries.
ENV LD_LIBRARY_PATH=/opt/birdseye/native LANG=C.UTF-8
USER 10001:10001
ENTRYPOINT ["/opt/birdseye/docker/loadtest"]
