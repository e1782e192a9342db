import { chromium } from '@playwright/test';
const [,, what='start', w='1440', theme='light', base='http://127.0.0.1:3107'] = process.argv;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: Number(w), height: w === '360' ? 740 : 900 }, colorScheme: theme });
page.on('console', (m) => { if (m.type() === 'error' || m.type()==='warning') console.log('console', m.type(), m.text().slice(0,300)); });
page.on('pageerror', (e) => console.log('pageerror', e.message.slice(0,400)));
const shot = (n, full=false) => page.screenshot({ path: `/tmp/sim-shots/${n}-${w}-${theme}.png`, fullPage: full });
if (what === 'start') { await page.goto(base + '/sales'); await page.waitForTimeout(800); await shot('start', true); }
else if (what === 'prove') {
  await page.goto(base + '/sales'); await page.getByRole('button', { name: 'Prove it' }).click();
  await page.waitForURL(/\/sales\/\d+/); console.log(page.url());
  await page.getByTestId('zone-coming').waitFor({ timeout: 60000 });
  for (let i = 0; i < 10; i++) { await page.waitForTimeout(900); await shot('prove-' + i); if (await page.getByTestId('verdict').count()) break; }
  await page.getByTestId('verdict').waitFor({ timeout: 90000 }); await page.waitForTimeout(1500); await shot('prove-end', true);
} else { await page.goto(base + what); await page.waitForTimeout(2500); await shot('page' + what.replaceAll('/', '-').replaceAll('?','-'), true); }
await browser.close();
