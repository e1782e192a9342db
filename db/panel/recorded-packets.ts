/** What a hold sent to MySQL, packet by packet, read from the tables of a run that recorded it. */
import type { Session } from '../session';
import { bindStatement, call, type Statement, sqlText, tagged, type Values } from '../statement';

/** One packet of a hold. `at` is when it was sent, in UTC. */
export interface RecordedPacket {
  readonly at: string;
  readonly connectionId: number;
  readonly tag: string;
  readonly durationMs: number;
  readonly statements: readonly { readonly name: string; readonly text: string }[];
  readonly error: string | null;
}

/** Most packets that are read of one hold. */
const MOST_PACKETS = 40;

export const readPacketsOfHold: Statement = {
  name: 'panel.read_packets',
  purpose: 'Reads what was sent for one hold of a run, in order.',
  sql: sqlText(`
    SELECT packet.connection_id AS connectionId,
           packet.tag,
           DATE_FORMAT(packet.started_at, '%Y-%m-%dT%H:%i:%s.%fZ') AS at,
           packet.duration_us / 1000 AS durationMs,
           packet.statements,
           packet.error
      FROM simulation_packet_holds AS hold
           JOIN simulation_packets AS packet
             ON packet.packet_id = hold.packet_id
     WHERE hold.reservation_id = UUID_TO_BIN(:reservationId)
     ORDER BY hold.packet_id
     LIMIT :limit
  `),
};

export const readTexts: Statement = {
  name: 'panel.read_texts',
  purpose: 'Reads the texts of recorded statements, each of which is kept once.',
  sql: sqlText(`
    SELECT one.text_id AS textId, one.name, one.sql
      FROM simulation_texts AS one
           JOIN JSON_TABLE(:textIds, '$[*]' COLUMNS (id INT UNSIGNED PATH '$')) AS wanted
             ON wanted.id = one.text_id
  `),
};

export const countPackets: Statement = {
  name: 'panel.count_packets',
  purpose: 'Reads how many packets a run has recorded: they are numbered from 1.',
  sql: 'SELECT COALESCE(MAX(packet_id), 0) AS packets FROM simulation_packets',
};

type SentStatements = readonly (readonly [number, Values])[];

/** The packets of a hold, oldest first, with the statements as they were sent. `session` is on the schema of the run. */
export async function readRecordedPackets(
  session: Session,
  reservationId: string,
): Promise<RecordedPacket[]> {
  const [read] = await session.send(call(readPacketsOfHold, { reservationId, limit: MOST_PACKETS }));
  const rows = read?.rows ?? [];
  const used = new Set(rows.flatMap((row) => (row.statements as SentStatements).map(([textId]) => textId)));
  const [texts] = await session.send(call(readTexts, { textIds: JSON.stringify([...used]) }));
  const byId = new Map((texts?.rows ?? []).map((row) => [row.textId, { name: row.name, sql: row.sql }]));
  return rows.map((row) => ({
    at: row.at,
    connectionId: row.connectionId,
    tag: row.tag,
    durationMs: Number(row.durationMs),
    statements: (row.statements as SentStatements).flatMap(([textId, values]) => {
      const one = byId.get(textId);
      if (!one) return [];
      return {
        name: one.name,
        text: tagged(row.tag, one.name, bindStatement({ ...one, purpose: '' }, values)),
      };
    }),
    error: row.error,
  }));
}

export async function readRecordedCount(session: Session): Promise<number> {
  const [read] = await session.send(call(countPackets));
  return Number(read?.rows[0]?.packets ?? 0);
}
