/** What the comparisons of two stores are counted in, and the differences that are kept. */
import { statement } from './sql';

/**
 * The first second of a shop's present state. Counts begin with it and not with the ten seconds that it falls into, which may
 * have counts of the same state from an earlier time.
 */
export const stateBeganAt = 'CEIL(UNIX_TIMESTAMP(truth.changed_at))';

export const addComparisons = statement(
  'add_comparisons',
  'Adds to what this process has seen in these ten seconds, or since the shop came into its state if that is later.',
  `
    INSERT INTO truth_comparisons
           (shop_id, bucket_at, process_id, state, compared, timing, expiry, location, bug, dropped, decided,
            failed, deciding_us, shadow_us)
    VALUES (:shopId,
           GREATEST(UNIX_TIMESTAMP() DIV 10 * 10,
                    COALESCE((SELECT ${stateBeganAt}
                                FROM shop_truths AS truth
                               WHERE truth.shop_id = :shopId), 0)),
           UUID_TO_BIN(:processId), :state, :compared, :timing, :expiry, :location, :bug, :dropped, :decided,
           :failed, :decidingUs, :shadowUs) AS seen
        ON DUPLICATE KEY UPDATE
           compared = truth_comparisons.compared + seen.compared,
           timing = truth_comparisons.timing + seen.timing,
           expiry = truth_comparisons.expiry + seen.expiry,
           location = truth_comparisons.location + seen.location,
           bug = truth_comparisons.bug + seen.bug,
           dropped = truth_comparisons.dropped + seen.dropped,
           decided = truth_comparisons.decided + seen.decided,
           failed = truth_comparisons.failed + seen.failed,
           deciding_us = truth_comparisons.deciding_us + seen.deciding_us,
           shadow_us = truth_comparisons.shadow_us + seen.shadow_us
  `,
);

export const readFigures = statement(
  'read_figures',
  'Adds up what was seen since the shop came into its state.',
  `
    SELECT COALESCE(SUM(seen.compared), 0) AS compared,
           COALESCE(SUM(seen.timing), 0) AS timing,
           COALESCE(SUM(seen.expiry), 0) AS expiry,
           COALESCE(SUM(seen.location), 0) AS location,
           COALESCE(SUM(seen.bug), 0) AS bug,
           COALESCE(SUM(seen.dropped), 0) AS dropped
      FROM shop_truths AS truth
           JOIN truth_comparisons AS seen
        ON seen.shop_id = truth.shop_id
       AND seen.state = truth.state
       AND seen.bucket_at >= ${stateBeganAt}
     WHERE truth.shop_id = :shopId
  `,
);

export const dropOldCounts = statement(
  'drop_old_counts',
  'Drops what was counted of a shop on MySQL alone more than a day ago: a roll-out looks back for a day at most.',
  `
    DELETE FROM truth_comparisons
     WHERE shop_id = :shopId
       AND bucket_at < UNIX_TIMESTAMP() - 90000
       AND state = 'mysql'
     LIMIT 10000
  `,
);

export const countJustExpired = statement(
  'count_just_expired',
  'Counts holds that were taken back within the last ten seconds.',
  `
    SELECT COUNT(*) AS n
      FROM reservations
     WHERE shop_id = :shopId
       AND status = 'expired'
       AND expires_at >= NOW(3) - INTERVAL 1 DAY
       AND ended_at >= NOW(3) - INTERVAL 10 SECOND
  `,
);

export const recordDifference = statement(
  'record_difference',
  'Keeps a reserve that the two stores decided differently.',
  `
    INSERT INTO truth_differences
           (shop_id, difference_id, reservation_id, checkout_id, state, redis_decision, mysql_decision, reason, detail)
    VALUES (:shopId, UUID_TO_BIN(:differenceId), UUID_TO_BIN(:reservationId), UUID_TO_BIN(:checkoutId), :state,
           :redisDecision, :mysqlDecision, :reason, :detail)
  `,
);
