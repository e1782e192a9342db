/** How much of the server one visitor may use. */

export const limits = {
  /** Labs open at once in one process; the next visitor is told to wait. */
  labs: 40,
  sessionsPerLab: 3,
  /** A lab whose page hasn't been heard of for so long is closed: the browser is gone. Hidden tabs wake once a minute. */
  silenceMs: 150_000,
  /** A lab in which nobody has done anything for so long is closed, though its page is still there. */
  idleMs: 15 * 60_000,
  /** How long a session waits for a row lock: longer than a lab may idle, since a wait is what people came to see. */
  lockWaitTimeoutSeconds: 1_200,
  /** How long it waits for a table's definition. */
  metadataWaitTimeoutSeconds: 120,
  /**
   * A statement that runs for so long and isn't waiting for a lock is stopped. Not max_execution_time, which also ends a
   * SELECT … FOR UPDATE that waits; and not max_join_size, which MySQL 9.7.4 takes and does not heed.
   */
  statementMs: 3_000,
  statementLength: 4_000,
  /** Rows of a result that are kept; and bytes, whatever the number of rows. */
  resultRows: 200,
  resultBytes: 256_000,
  /** Rows that one write may change; one that changed more is taken back. */
  changedRows: 5_000,
  /** A sandbox that has grown so large takes no more statements. */
  sandboxBytes: 48 * 1024 * 1024,
  /** Lines that a session's log keeps. */
  logEntries: 200,
} as const;
