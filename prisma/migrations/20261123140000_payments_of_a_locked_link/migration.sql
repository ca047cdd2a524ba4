-- The cause of a link, and its payments, first to last. Volatile, so that a statement that waited for the link's lock reads
-- them as the transaction that had the lock left them: a volatile function sees what was committed before it is called, and
-- the rest of its statement what was committed before that began.
CREATE FUNCTION cause_of(cause_key TEXT) RETURNS SETOF causes LANGUAGE sql VOLATILE AS $$
  SELECT * FROM causes WHERE key = cause_key
$$;
CREATE FUNCTION payments_of(link TEXT) RETURNS SETOF payments LANGUAGE sql VOLATILE AS $$
  SELECT * FROM payments WHERE link_id = link ORDER BY attempt
$$;
