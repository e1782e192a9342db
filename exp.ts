import { openTestServer } from '@/db/server/test-server';
import mysql from 'mysql2/promise';
import { Stage } from '@/simulator/bench/stage';
import { sizes } from '@/simulator/bench/sizes';
import { driveFor } from '@/simulator/bench/drive';
const [strategy='coalesced', delay='0', conns='64', per='4', secs='4'] = process.argv.slice(2);
const server = await openTestServer('safe');
const url = new URL(server.url); url.pathname='/x_exp';
const stage = await Stage.on(url.href, sizes.full);
const root = await mysql.createConnection({uri: server.url});
for (let round=0; round<2; round++) {
await stage.withShop({strategy: strategy as never, connections:+conns, delayMs:+delay}, async ({open,request,line,database}) => {
  await root.query('TRUNCATE performance_schema.events_statements_summary_by_digest');
  let packets=0; const stop=database.observe(()=>{packets++});
  const cpu0=process.cpuUsage(); const [io0]=await root.query("SHOW GLOBAL STATUS LIKE 'Innodb_os_log_fsyncs'") as any;
  const s = await driveFor({buyers:+conns*+per, operation: async()=>(await open.reserve(request([line(0)]))).outcome==='reserved', warmUpMs:500, measureMs:+secs*1000});
  const cpu=process.cpuUsage(cpu0); stop(); const [io1]=await root.query("SHOW GLOBAL STATUS LIKE 'Innodb_os_log_fsyncs'") as any;
  console.log(JSON.stringify(s), 'cpu s', ((cpu.user+cpu.system)/1e6).toFixed(2), 'packets', packets, 'fsyncs', io1[0]?.Value-io0[0]?.Value);
  const [d] = await root.query("SELECT COUNT_STAR n, ROUND(SUM_TIMER_WAIT/1e12,2) s, ROUND(AVG_TIMER_WAIT/1e9,2) ms, ROUND(SUM_LOCK_TIME/1e12,2) lock_s, ROUND(SUM_CPU_TIME/1e12,2) cpu, SUM_ROWS_EXAMINED ex, LEFT(DIGEST_TEXT,90) t FROM performance_schema.events_statements_summary_by_digest ORDER BY SUM_TIMER_WAIT DESC LIMIT 12");
  console.table(d);
});}
await root.query('DROP DATABASE x_exp'); await root.end(); await server.stop();
