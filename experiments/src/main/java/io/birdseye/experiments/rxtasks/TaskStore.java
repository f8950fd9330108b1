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
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

    private final HikariDataSource pool;

    /** Makes an empty table in this file. */
    TaskStore(Path file) throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:sqlite:" + file + "?journal_mode=WAL&synchronous=NORMAL&busy_timeout=60000");
        config.setMaximumPoolSize(CONNECTIONS);
        config.setConnectionTimeout(LONGEST_WAIT.toMillis());
        this.pool = new HikariDataSource(config);
        update("drop table if exists answers");
        update("create table answers (task integer primary key, body text not null)");
    }

    /**
     * The two operations of a task: keeps the answer and reads it back.
     *
     * @throws IllegalStateException if the database fails or does not give back what was kept
     */
    void keepAndRead(String body, int task) {
        try {
            update("insert into answers values (?, ?)", task, body);
            if (!query("select body from answers where task = ?", task).equals(body)) {
                throw new IllegalStateException("task " + task + " read something else than it had kept");
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the database failed for task " + task, e);
        }
    }

    /** How many answers are kept. */
    int size() throws SQLException {
        return Integer.parseInt(query("select count(*) from answers"));
    }

    private void update(String sql, Object... values) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = prepare(connection, sql, values)) {
            statement.executeUpdate();
        }
    }

    /** The first column of the first row; empty if there is none. */
    private String query(String sql, Object... values) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = prepare(connection, sql, values);
                ResultSet rows = statement.executeQuery()) {
            return rows.next() ? rows.getString(1) : "";
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }

    @Override
    public void close() {
        pool.close();
    }
}
