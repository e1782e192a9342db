/** What the verdict rests on: who shares which unit, who was refused while which units were free, what is missing. */
import type { ReactNode } from 'react';
import type {
  FalseRefusalFinding,
  Finding,
  InterruptedClaimFinding,
  LeakFinding,
  PaymentFinding,
  RunReport,
  SharedUnitFinding,
  WrongLocationFinding,
} from '@/simulator/index';
import { formatCount, formatDuration, formatMoney, formatNumber } from '../format';
import { Table, Td, Th, Tr } from '../ui/table';
import { CURRENCY } from './words';

const MOST_ROWS = 8;

const answerWords = { sold_out: 'sold out', all_held: 'all held', busy: 'busy' } as const;

export function Evidence({ findings, report }: { findings: readonly Finding[]; report: RunReport }) {
  const of = <T,>(kind: Finding['kind']) =>
    findings.filter((finding) => finding.kind === kind).map(({ detail }) => detail as T);
  const shared = of<SharedUnitFinding>('shared_unit');
  const refused = of<FalseRefusalFinding>('false_refusal');
  const leaks = of<LeakFinding>('leaked_units');
  const paid = of<PaymentFinding>('paid_without_order');
  const misplaced = of<WrongLocationFinding>('wrong_location');
  const interrupted = of<InterruptedClaimFinding>('interrupted_claim');
  const isClean = shared.length + refused.length + leaks.length + paid.length + misplaced.length === 0;
  return (
    <section aria-labelledby="evidence">
      <h2 id="evidence" className="text-title">
        What it rests on
      </h2>
      {isClean && (
        <p className="mt-3 max-w-2xl text-[0.9375rem] text-ink-soft">
          No two orders share a unit. Nobody was refused while their units were neither held nor sold. Every
          unit is on the shelf or in an order.
        </p>
      )}
      <div className="mt-5 grid grid-cols-1 gap-8 lg:grid-cols-2">
        {shared.length > 0 && <SharedUnits shared={shared} total={report.sharedUnits} />}
        {refused.length > 0 && <FalseRefusals refused={refused} />}
        {leaks.length > 0 && <Leaks leaks={leaks} />}
        {paid.length > 0 && <Payments paid={paid} />}
        {misplaced.length > 0 && <Misplaced misplaced={misplaced} />}
        {interrupted.map((claim) => (
          <Interrupted key={claim.orderId ?? claim.fault} claim={claim} />
        ))}
      </div>
      <p className="mt-5 text-sm text-ink-soft">
        Books:{' '}
        {report.audit.ok
          ? 'every order has its hold and its ledger entry, and no hold is left open.'
          : report.audit.problems.join('; ')}
        {report.phantom > 0 &&
          ` The stock tables still offer ${formatCount(report.phantom, 'unit')} beyond what is left: the next buyers would get what is sold.`}
      </p>
    </section>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="text-sm font-semibold">{title}</h3>
      <div className="mt-3 rounded-lg border bg-surface">{children}</div>
    </div>
  );
}

function SharedUnits({ shared, total }: { shared: readonly SharedUnitFinding[]; total: number }) {
  const isRead = shared.some(({ orders }) => orders.some(({ sawQuantity }) => sawQuantity !== null));
  return (
    <Block title={`${formatCount(total, 'unit')} in more than one order`}>
      <Table caption="Units in more than one order">
        <thead>
          <tr>
            <Th>Unit</Th>
            <Th>{isRead ? 'Buyers who read the same number' : 'Buyers'}</Th>
            {isRead && <Th isNumeric>They read</Th>}
            <Th isNumeric>Orders</Th>
          </tr>
        </thead>
        <tbody>
          {shared.slice(0, MOST_ROWS).map(({ inventoryItemId, inventoryGroupId, unitId, orders }) => (
            <Tr key={`${inventoryItemId}-${inventoryGroupId}-${unitId}`}>
              <Td className="tabular-nums">{formatNumber(unitId)}</Td>
              <Td className="tabular-nums">
                {orders
                  .slice(0, 6)
                  .map(({ buyer }) => formatNumber(buyer))
                  .join(', ')}
                {orders.length > 6 && ' …'}
              </Td>
              {isRead && <Td isNumeric>“{orders[0]?.sawQuantity} left”</Td>}
              <Td isNumeric>{formatNumber(orders.length)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Block>
  );
}

function FalseRefusals({ refused }: { refused: readonly FalseRefusalFinding[] }) {
  return (
    <Block title="Refused although their units were neither held nor sold all the while">
      <Table caption="Wrong refusals">
        <thead>
          <tr>
            <Th>Buyer</Th>
            <Th>Was told</Th>
            <Th isNumeric>Wanted, units</Th>
            <Th isNumeric>Free in the tables</Th>
            <Th isNumeric>After</Th>
          </tr>
        </thead>
        <tbody>
          {refused.slice(0, MOST_ROWS).map((one) => (
            <Tr key={one.buyer}>
              <Td className="tabular-nums">{formatNumber(one.buyer)}</Td>
              <Td>{answerWords[one.answer]}</Td>
              <Td isNumeric>{formatNumber(one.unitsWanted)}</Td>
              <Td isNumeric>{one.freeAfter === null ? '' : formatNumber(one.freeAfter)}</Td>
              <Td isNumeric>{formatDuration(one.answeredAtMs - one.turnAtMs)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Block>
  );
}

function Leaks({ leaks }: { leaks: readonly LeakFinding[] }) {
  return (
    <Block title="Units in no state">
      <Table caption="Levels whose units don’t add up">
        <thead>
          <tr>
            <Th>Item</Th>
            <Th>Location</Th>
            <Th isNumeric>Began with</Th>
            <Th isNumeric>Sold</Th>
            <Th isNumeric>Left in the tables</Th>
            <Th isNumeric>Missing</Th>
          </tr>
        </thead>
        <tbody>
          {leaks.slice(0, MOST_ROWS).map(({ inventoryItemId, inventoryGroupId, units, sold, free }) => (
            <Tr key={`${inventoryItemId}-${inventoryGroupId}`}>
              <Td>{inventoryItemId}</Td>
              <Td>{inventoryGroupId}</Td>
              <Td isNumeric>{formatNumber(units)}</Td>
              <Td isNumeric>{formatNumber(sold)}</Td>
              <Td isNumeric>{formatNumber(free)}</Td>
              <Td isNumeric>{formatNumber(units - sold - free)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Block>
  );
}

function Payments({ paid }: { paid: readonly PaymentFinding[] }) {
  return (
    <Block title="Paid, by the gateway’s books, and without an order">
      <Table caption="Payments without an order">
        <thead>
          <tr>
            <Th>Buyer</Th>
            <Th isNumeric>Paid</Th>
          </tr>
        </thead>
        <tbody>
          {paid.slice(0, MOST_ROWS).map(({ buyer, amountMinor }) => (
            <Tr key={buyer}>
              <Td className="tabular-nums">{formatNumber(buyer)}</Td>
              <Td isNumeric>{formatMoney(amountMinor, CURRENCY)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Block>
  );
}

function Misplaced({ misplaced }: { misplaced: readonly WrongLocationFinding[] }) {
  return (
    <Block title="Promised from a location that has nothing left: the count knew no locations">
      <Table caption="Orders that can’t be shipped from where they were promised">
        <thead>
          <tr>
            <Th>Buyer</Th>
            <Th>Item</Th>
            <Th>Promised from</Th>
            <Th isNumeric>It had, units</Th>
            <Th>Left elsewhere</Th>
          </tr>
        </thead>
        <tbody>
          {misplaced.slice(0, MOST_ROWS).map((one) => (
            <Tr key={`${one.buyer}-${one.inventoryItemId}`}>
              <Td className="tabular-nums">{formatNumber(one.buyer)}</Td>
              <Td>{one.inventoryItemId}</Td>
              <Td>Location {one.promisedFrom}</Td>
              <Td isNumeric>{formatNumber(one.unitsThere)}</Td>
              <Td>
                {one.elsewhere
                  .map(([location, units]) => `${formatNumber(units)} in location ${location}`)
                  .join(', ')}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Block>
  );
}

const faultWords = {
  'claim-process-killed': 'Its process was killed between the two halves of the claim',
  'claim-redis-cut': 'Redis was cut off between the two halves of the claim',
  'claim-mysql-cut': 'MySQL was cut off between the two halves of the claim',
} as const;

function Interrupted({ claim }: { claim: InterruptedClaimFinding }) {
  const { fault, buyer, before, after } = claim;
  const rows = [['Before', before] as const, ['After', after] as const].flatMap(([when, books]) =>
    (books ?? []).map((one) => ({ when, ...one })),
  );
  return (
    <Block title={`${faultWords[fault]}${buyer === null ? '' : `, buyer ${formatNumber(buyer)}`}`}>
      {rows.length === 0 ? (
        <p className="p-4 text-sm text-ink-soft">
          One system: MySQL rolled the first half back, and the claim was asked for again.
        </p>
      ) : (
        <Table caption="What both systems said before the claim, and after the shop had recovered">
          <thead>
            <tr>
              <Th>When</Th>
              <Th>Item</Th>
              <Th isNumeric>Ledger in MySQL</Th>
              <Th isNumeric>Held in Redis</Th>
              <Th isNumeric>Redis would give out</Th>
            </tr>
          </thead>
          <tbody>
            {rows.map((one) => (
              <Tr key={`${one.when}-${one.inventoryItemId}`}>
                <Td>{one.when}</Td>
                <Td>{one.inventoryItemId}</Td>
                <Td isNumeric>{formatNumber(one.ledger)}</Td>
                <Td isNumeric>{formatNumber(one.held)}</Td>
                <Td isNumeric>{formatNumber(one.stock)}</Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
    </Block>
  );
}
