-- Staff search by a donor's email or name, exactly or by its beginning (lib/dashboard/staff/find.ts).
CREATE INDEX payments_by_donor_email ON payments (lower(donor_email) text_pattern_ops) WHERE donor_email IS NOT NULL;
CREATE INDEX payments_by_receipt_email ON payments (lower(receipt_email) text_pattern_ops) WHERE receipt_email IS NOT NULL;
CREATE INDEX payments_by_donor_name ON payments (lower(donor_name) text_pattern_ops) WHERE donor_name IS NOT NULL;
CREATE INDEX checkout_links_by_email ON checkout_links (lower(email) text_pattern_ops) WHERE email IS NOT NULL;
CREATE INDEX checkout_links_by_donor_email ON checkout_links (lower(donor_email) text_pattern_ops) WHERE donor_email IS NOT NULL;
-- And by what a gateway calls a refund.
CREATE INDEX refunds_by_gateway_id ON refunds (gateway_refund_id) WHERE gateway_refund_id IS NOT NULL;
