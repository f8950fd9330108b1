package io.birdseye.service.grizzly;

import io.birdseye.service.server.EventStream;
import java.io.IOException;
import java.util.Map;
import org.glassfish.grizzly.http.io.NIOOutputStream;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.nio.NIOConnection;

/** A client of events: it holds a connection and no thread. */
record GrizzlyListener(Request request, Response response, NIOOutputStream out) implements EventStream.Listener {

    static GrizzlyListener begin(Request request, Response response, Map<String, String> headers) {
        response.setStatus(200);
        response.setContentType(headers.get("Content-Type"));
        headers.forEach(response::setHeader);
        response.suspend();
        return new GrizzlyListener(request, response, response.getNIOOutputStream());
    }

    @Override
    public boolean connected() {
        return request.getContext().getConnection().isOpen();
    }

    @Override
    public boolean write(byte[] event) throws IOException {
        if (((NIOConnection) request.getContext().getConnection()).getAsyncWriteQueue().spaceInBytes() > 0) {
            return false;
        }
        out.write(event);
        out.flush();
        return true;
    }

    @Override
    public void end() {
        if (response.isSuspended()) {
            response.resume();
        }
    }

    @Override
    public void cut() {
        request.getContext().getConnection().terminateSilently();
    }
}
