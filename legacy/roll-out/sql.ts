/** What a roll-out reads and writes in MySQL. */
import { type Statement, sqlText } from '@/db/statement';
import { stateBeganAt } from '@/legacy/truth/comparison-sql';

const statement = (name: string, purpose: string, sql: string): Statement => ({
  name: `roll_out.${name}`,
  purpose,
  sql: sqlText(sql),
});

export const openRollOut = statement(
  'open',
  'Writes the one row of the roll-out unless it is there.',
  `
    INSERT INTO roll_outs
           (roll_out_id, thresholds)
    VALUES (1, :thresholds)
        ON DUPLICATE KEY UPDATE roll_out_id = roll_out_id
  `,
);

const columns = `
    SELECT version,
           status,
           stopped_why AS stoppedWhy,
           grouped_by AS groupedBy,
           traffic_hours AS trafficHours,
           thresholds,
           measures,
           TIMESTAMPDIFF(MICROSECOND, measured_at, NOW(3)) / 1000 AS measuredAgoMs,
           changed_by AS changedBy
      FROM roll_outs
     WHERE roll_out_id = 1`;

export const readRollOutRow = statement('read', 'Reads how the roll-out stands.', columns);

export const lockRollOut = statement(
  'lock',
  'Locks the roll-out: acts of people and of the watch come one after the other.',
  `${columns}
       FOR UPDATE
  `,
);

export const writeRollOut = statement(
  'write',
  'Changes the roll-out, under a new version.',
  `
    UPDATE roll_outs
       SET version = version + 1,
           status = :status,
           stopped_why = :stoppedWhy,
           grouped_by = :groupedBy,
           traffic_hours = :trafficHours,
           thresholds = :thresholds,
           changed_by = :actor
     WHERE roll_out_id = 1
  `,
);

export const writeMeasures = statement(
  'write_measures',
  'Keeps what was measured last, and that somebody measures at all.',
  `
    UPDATE roll_outs
       SET measures = :measures,
           measured_at = NOW(3)
     WHERE roll_out_id = 1
  `,
);

export const recordEvent = statement(
  'record_event',
  'Writes down what was done, by whom.',
  `
    INSERT INTO roll_out_events
           (event_id, kind, pod_id, actor, says)
    VALUES (UUID_TO_BIN(:eventId), :kind, :podId, :actor, :says)
  `,
);

export const listEvents = statement(
  'list_events',
  'Lists what was done last.',
  `
    SELECT BIN_TO_UUID(event_id) AS eventId,
           kind,
           pod_id AS podId,
           actor,
           says,
           created_at AS createdAt
      FROM roll_out_events
     ORDER BY created_at DESC, event_id DESC
     LIMIT 60
  `,
);

export const listPods = statement(
  'list_pods',
  'Lists the pods, and how long each has been under way.',
  `
    SELECT pod_id AS podId,
           status,
           aim,
           FLOOR(UNIX_TIMESTAMP(stepped_at)) AS steppedAt,
           TIMESTAMPDIFF(MICROSECOND, stepped_at, NOW(3)) / 1000 AS steppedAgoMs
      FROM roll_out_pods
     ORDER BY pod_id
  `,
);

export const listMembers = statement(
  'list_members',
  'Lists the shops of the pods, the state of each, and what was compared of it since it came into that state.',
  `
    SELECT member.shop_id AS shopId,
           member.pod_id AS podId,
           member.checkouts,
           member.safe_state AS safeState,
           shop.name,
           shop.slug,
           COALESCE(truth.state, 'mysql') AS state,
           COALESCE(SUM(seen.compared), 0) AS compared,
           COALESCE(SUM(seen.timing), 0) AS timing,
           COALESCE(SUM(seen.expiry), 0) AS expiry,
           COALESCE(SUM(seen.location), 0) AS location,
           COALESCE(SUM(seen.bug), 0) AS bug,
           COALESCE(SUM(seen.dropped), 0) AS dropped
      FROM roll_out_shops AS member
           JOIN shops AS shop
        ON shop.shop_id = member.shop_id
           LEFT JOIN shop_truths AS truth
        ON truth.shop_id = member.shop_id
           LEFT JOIN truth_comparisons AS seen
        ON seen.shop_id = truth.shop_id
       AND seen.state = truth.state
       AND truth.state IN ('shadow', 'mysql_redis_written')
       AND seen.bucket_at >= ${stateBeganAt}
     GROUP BY member.shop_id
     ORDER BY member.pod_id, member.checkouts, member.shop_id
  `,
);

export const listPlaces = statement(
  'list_places',
  'Lists the shops of a pod with the state of each.',
  `
    SELECT member.shop_id AS shopId,
           member.safe_state AS safeState,
           shop.name,
           COALESCE(truth.state, 'mysql') AS state
      FROM roll_out_shops AS member
           JOIN shops AS shop
        ON shop.shop_id = member.shop_id
           LEFT JOIN shop_truths AS truth
        ON truth.shop_id = member.shop_id
     WHERE member.pod_id = :podId
     ORDER BY member.shop_id
  `,
);

export const countTraffic = statement(
  'count_traffic',
  'Counts the checkouts that each shop has begun; reads all of them, so it is asked when pods are made and not before.',
  `
    SELECT shop.shop_id AS shopId,
           COUNT(checkout.checkout_id) AS checkouts
      FROM shops AS shop
           LEFT JOIN checkouts AS checkout
        ON checkout.shop_id = shop.shop_id
       AND checkout.created_at >= NOW(3) - INTERVAL :hours HOUR
     GROUP BY shop.shop_id
  `,
);

export const dropPods = statement('drop_pods', 'Takes the pods apart.', 'DELETE FROM roll_out_pods');
export const dropMembers = statement(
  'drop_members',
  'Takes the shops out of their pods; what state each is in stays.',
  'DELETE FROM roll_out_shops',
);

export const addPod = statement(
  'add_pod',
  'Makes a pod.',
  `
    INSERT INTO roll_out_pods
           (pod_id, aim)
    VALUES (:podId, 'redis')
  `,
);

export const addMembers = statement(
  'add_members',
  'Puts shops into a pod; the state that each is in counts as safe.',
  `
    INSERT INTO roll_out_shops
           (shop_id, pod_id, checkouts, safe_state)
    SELECT one.shopId,
           :podId,
           one.checkouts,
           COALESCE(truth.state, 'mysql')
      FROM JSON_TABLE(:members, '$[*]' COLUMNS (shopId INT UNSIGNED PATH '$.shopId',
                                                checkouts INT UNSIGNED PATH '$.checkouts')) AS one
           LEFT JOIN shop_truths AS truth
        ON truth.shop_id = one.shopId
  `,
);

export const writePod = statement(
  'write_pod',
  'Sends a pod forward or back, or lets it rest.',
  `
    UPDATE roll_out_pods
       SET status = :status,
           aim = :aim,
           stepped_at = IF(:status = 'advancing', NOW(3), stepped_at)
     WHERE pod_id = :podId
  `,
);

export const restPod = statement(
  'rest_pod',
  'Every shop of the pod is where it belongs: nothing is left to do.',
  `
    UPDATE roll_out_pods
       SET status = 'resting'
     WHERE pod_id = :podId
       AND status = :from
  `,
);

export const markSafe = statement(
  'mark_safe',
  'The state that each shop of the pod is in counts as safe from now on.',
  `
    UPDATE roll_out_shops AS member
           LEFT JOIN shop_truths AS truth
        ON truth.shop_id = member.shop_id
       SET member.safe_state = COALESCE(truth.state, 'mysql')
     WHERE member.pod_id = :podId
  `,
);

export const lowerSafe = statement(
  'lower_safe',
  'No state beyond the given one is safe for the shops of the pod. An enum has the order of its words.',
  `
    UPDATE roll_out_shops
       SET safe_state = :to
     WHERE pod_id = :podId
       AND safe_state + 0 > FIELD(:to, 'redis', 'shadow', 'mysql_redis_written', 'mysql')
  `,
);

const sums = `
    SELECT COALESCE(SUM(seen.decided), 0) AS decided,
           COALESCE(SUM(seen.failed), 0) AS failed,
           COALESCE(SUM(seen.compared), 0) AS compared,
           COALESCE(SUM(seen.timing + seen.expiry + seen.location + seen.bug), 0) AS differences,
           COALESCE(SUM(seen.bug), 0) AS bug
      FROM roll_out_shops AS member
           JOIN truth_comparisons AS seen
        ON seen.shop_id = member.shop_id
       AND seen.bucket_at >= :since DIV 10 * 10`;

export const sumAllSeen = statement(
  'sum_all_seen',
  'Adds up what was decided and compared in all pods.',
  sums,
);

export const sumPodSeen = statement(
  'sum_pod_seen',
  'Adds up what was decided and compared for the shops of a pod, in the state that it is brought to.',
  `${sums}
     WHERE member.pod_id = :podId
       AND seen.state = :state
  `,
);

export const readNow = statement(
  'read_now',
  "Reads the second that it is, by MySQL's clock.",
  'SELECT UNIX_TIMESTAMP() AS now',
);

export const readServer = statement(
  'read_server',
  'Reads counters that the server keeps anyway.',
  `
    SHOW GLOBAL STATUS
    WHERE Variable_name IN ('Innodb_row_lock_waits', 'Threads_connected')
  `,
);

export const readMostConnections = statement(
  'read_most_connections',
  'Reads how many connections the server allows.',
  'SELECT @@max_connections AS mostConnections',
);
