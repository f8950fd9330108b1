package com.example.shop;

import java.util.concurrent.RejectedExecutionException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** What a client is told: 502 for an upstream that fails, 504 for one that is late, 503 where too many calls wait. */
@RestControllerAdvice
class Failures {

    @ExceptionHandler
    ProblemDetail upstream(UpstreamFailure failure) {
        HttpStatus status = switch (failure.kind()) {
            case FAILED -> HttpStatus.BAD_GATEWAY;
            case TIMEOUT -> HttpStatus.GATEWAY_TIMEOUT;
        };
        return ProblemDetail.forStatusAndDetail(status, failure.getMessage());
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> busy(RejectedExecutionException failure) {
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                .header(HttpHeaders.RETRY_AFTER, "1")
                .body(ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, "too many calls wait"));
    }
}
