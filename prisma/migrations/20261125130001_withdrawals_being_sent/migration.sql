ALTER TABLE withdrawals VALIDATE CONSTRAINT withdrawals_state;
ALTER TABLE withdrawals VALIDATE CONSTRAINT withdrawals_held_for;
ALTER TABLE withdrawals VALIDATE CONSTRAINT withdrawals_sending;
ALTER TABLE withdrawals VALIDATE CONSTRAINT withdrawals_sending_by_another;
ALTER TABLE withdrawals VALIDATE CONSTRAINT withdrawals_sent;
ALTER TABLE payout_batches VALIDATE CONSTRAINT payout_batches_started;

-- The bank may have the file of a batch that was downloaded: its withdrawals are being sent. All others that are approved stay so,
-- and so does a batch with a withdrawal that its own creator requested, which nobody else has started.
WITH started AS (
  UPDATE payout_batches b SET started_at = exported_at, started_by = created_by
   WHERE exported_at IS NOT NULL AND sent_at IS NULL AND cancelled_at IS NULL
     AND NOT EXISTS (SELECT FROM payout_items i JOIN withdrawals w ON w.id = i.withdrawal_id
                      WHERE i.batch_id = b.id AND i.released_at IS NULL AND w.requested_by = b.created_by)
  RETURNING id, started_at, started_by
)
UPDATE withdrawals w SET state = 'sending', sending_at = s.started_at, sending_by = s.started_by
  FROM started s JOIN payout_items i ON i.batch_id = s.id AND i.released_at IS NULL
 WHERE w.id = i.withdrawal_id AND w.state = 'approved';

-- What was sent before had been started; nobody recorded when.
UPDATE payout_batches SET started_at = sent_at, started_by = sent_by WHERE sent_at IS NOT NULL AND started_at IS NULL;
