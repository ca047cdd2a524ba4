// @module-tag full

import { expect, test } from 'vitest';
import { snapshot } from '#lib/db.ts';
import { paymentSteps } from '#lib/ledger/payment-steps.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { donation, ownDatabase, taken } from '#testing/ledger.ts';
import { findPaymentDetail } from './payment.ts';

ownDatabase();

test('what was posted together is shown with the donation before what it cost', async () => {
  const { key } = await storedCause();
  // Ids are random, so an order by id would differ between them.
  for (let n = 0; n < 12; n++) {
    const id = await donation(key, { costs: taken(`txn_${n}`, 5000n, 175n) });
    const detail = await findPaymentDetail('acc_nobody', id, NOW);
    expect([...new Set(detail?.entries.map(({ kind }) => kind))]).toEqual(['donation', 'settlement']);
    const steps = await snapshot((tx) => paymentSteps(tx, id));
    expect(steps.map(({ kind }) => kind)).toEqual(['donation', 'settlement']);
  }
});
