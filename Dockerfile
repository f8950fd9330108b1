# One build, three small images. The build runs Maven inside, so a host needs nothing but Docker.
# Classic-builder syntax on purpose: it also builds where BuildKit is not available.

FROM maven:3.9-eclipse-temurin-25 AS build
WORKDIR /src
COPY . .
RUN mvn -B -q -DskipTests package

FROM eclipse-temurin:25-jre AS runtime
WORKDIR /opt/birdseye
COPY docker/healthy docker/class-cache /opt/birdseye/

# The class path is written down, since a class cache fits one order of the jars only, and that of 'lib/*' is the file
# system's: another one where the image is run.
FROM runtime AS mock-api
COPY --from=build /src/mock-api/target/lib lib
COPY --from=build /src/mock-api/target/birdseye-mock-api.jar lib/
COPY docker/mock-api-settings.json .
RUN echo "-cp $(echo /opt/birdseye/lib/*.jar | tr ' ' ':')" >class-path \
 && ./class-cache mock-api.aot java --enable-native-access=ALL-UNNAMED -XX:+UseSerialGC @/opt/birdseye/class-path io.birdseye.mockapi.MockApiMain --port 0 --settings mock-api-settings.json
EXPOSE 9090
USER 10001:10001
ENTRYPOINT ["java", "-XX:AOTCache=/opt/birdseye/mock-api.aot", "-Xlog:aot*=off", "-Xlog:cds*=off", "--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-Xmx192m", "@/opt/birdseye/class-path", "io.birdseye.mockapi.MockApiMain", "--host", "0.0.0.0"]

FROM runtime AS service
COPY --from=build /src/service/target/lib lib
COPY --from=build /src/service/target/birdseye-service.jar lib/
RUN echo "-cp $(echo /opt/birdseye/lib/*.jar | tr ' ' ':')" >class-path \
 && ./class-cache service.aot java -XX:+UseParallelGC --enable-preview --enable-native-access=ALL-UNNAMED @/opt/birdseye/class-path io.birdseye.service.ServiceMain --port 0
EXPOSE 8080
USER 10001:10001
ENTRYPOINT ["java", "-XX:AOTCache=/opt/birdseye/service.aot", "-Xlog:aot*=off", "-Xlog:cds*=off", "-XX:+UseParallelGC", "-Xmx2g", "-XX:CompileCommand=quiet", "-XX:CompileCommand=dontinline,io.birdseye.memory.SharedList*::multiply", "--enable-preview", "--enable-native-access=ALL-UNNAMED", "@/opt/birdseye/class-path", "io.birdseye.service.ServiceMain", "--host", "0.0.0.0"]

FROM runtime AS loadtest
COPY --from=build /src/loadtest/target/lib lib
COPY --from=build /src/loadtest/target/birdseye-loadtest.jar lib/
# Gatling's charts, under their own licence: only for the report that Gatling makes of this run.
COPY --from=build /src/loadtest/target/charts charts
USER 10001:10001
ENTRYPOINT ["java", "-XX:+UseSerialGC", "-Xmx512m", "--add-opens=java.base/java.lang=ALL-UNNAMED", "-Duser.home=/tmp", "-cp", "/opt/birdseye/lib/*:/opt/birdseye/charts/*", "io.birdseye.loadtest.gatling.InjectorMain"]
