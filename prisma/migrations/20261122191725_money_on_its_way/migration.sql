-- No gateway keeps money for two months: what is older is released. Of what is younger the gateways are asked, by the checks
-- that ask what they took (500 a minute); until one has answered, its money is on its way.
UPDATE payments SET released_at = NULL, cost_due_at = now()
 WHERE state = 'approved' AND succeeded_at > now() - interval '60 days';

-- What a cause has on its way: nearly all of its payments lie before the range that is read. What is released no later than it
-- succeeded is never on its way; the condition also keeps every other question about a cause's payments from this index.
CREATE INDEX payments_on_their_way ON payments (cause_key, COALESCE(released_at, 'infinity'::timestamptz))
 WHERE state = 'approved' AND COALESCE(released_at, 'infinity'::timestamptz) > succeeded_at;

-- What the sweep looks for: payments that a server of the release before has recorded, of which no gateway was asked.
CREATE INDEX payments_release_unasked ON payments (id)
 WHERE state = 'approved' AND released_at IS NULL AND cost_due_at IS NULL;
