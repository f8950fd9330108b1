package io.birdseye.experiments.rxtasks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/**
 * The database of the tasks: SQLite in a file, with a small pool of connections as on a phone. Both operations block,
 * and wait for a connection as long as it takes.
 */
final class TaskStore implements AutoCloseable {

    private static final int CONNECTIONS = 4;
    private static final Duration CONNECTION_TIMEOUT = Duration.ofMinutes(10);

    private final HikariDataSource pool;

    TaskStore(Path file) throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:sqlite:" + file + "?journal_mode=WAL&synchronous=NORMAL&busy_timeout=60000");
        config.setMaximumPoolSize(CONNECTIONS);
        config.setConnectionTimeout(CONNECTION_TIMEOUT.toMillis());
        this.pool = new HikariDataSource(config);
        execute("drop table if exists answers");
        execute("create table answers (task integer primary key, body text not null)");
    }

    /**
     * The two operations of a task: keeps the answer and reads it back.
     *
     * @throws IllegalStateException if the database fails or does not give back what was kept
     */
    void keepAndRead(String body, int task) {
        try {
            execute("insert into answers values (?, ?)", task, body);
            if (!execute("select body from answers where task = ?", task).equals(body)) {
                throw new IllegalStateException("task " + task + " read something else than it had kept");
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the database failed for task " + task, e);
        }
    }

    int size() throws SQLException {
        return Integer.parseInt(execute("select count(*) from answers"));
    }

    /** Returns the first column of the first row; empty if there is none. */
    private String execute(String sql, Object... values) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            boolean hasRows = statement.execute();
            ResultSet rows = statement.getResultSet(); // closed with its statement
            return hasRows && rows.next() ? rows.getString(1) : "";
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
