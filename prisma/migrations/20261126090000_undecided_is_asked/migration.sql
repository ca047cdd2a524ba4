-- A gateway is asked about a payment until its refunds and disputes have ended. Those that are under way now are asked about at
-- once: the event of their end may have been lost.
UPDATE payments SET cost_due_at = now()
 WHERE cost_due_at IS NULL
   AND (refunds_elsewhere_minor > 0
        OR EXISTS (SELECT 1 FROM disputes WHERE disputes.payment_id = payments.id AND disputes.status = 'open'));
