-- What was released more than a month ago stays so, and what succeeded more than two months ago, which no gateway keeps that long
-- unless it says so. Of everything else the gateways are asked, at its time if that has not come, by the checks that ask what they
-- took (500 a minute); until one has answered, the money is on its way.
UPDATE payments SET is_released = false, cost_due_at = COALESCE(cost_due_at, now())
 WHERE state = 'approved' AND (released_at IS NULL OR released_at > now()
    OR (released_at > now() - interval '30 days' AND succeeded_at > now() - interval '60 days'));

-- What a cause has on its way: only that is in the index, however much was released before.
CREATE INDEX payments_unreleased ON payments (cause_key) WHERE state = 'approved' AND NOT is_released;
DROP INDEX payments_on_their_way;

-- What the sweep looks for: payments that a server of the release before has recorded, of which no gateway will be asked.
CREATE INDEX payments_unreleased_unasked ON payments (id)
 WHERE state = 'approved' AND NOT is_released AND cost_due_at IS NULL;
DROP INDEX payments_release_unasked;
