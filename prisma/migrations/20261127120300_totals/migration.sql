-- What counts as a contribution, of how much and of whom (decisions.md 46, 47): said here once, for the view that lists
-- contributions and for the triggers that keep what they come to. These functions are inlined where they are used.

-- What has left of a payment's money again, in minor units: given back, held back, lost.
CREATE FUNCTION left_again(payment payments) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN payment.refunded_minor + payment.disputed_minor + payment.charged_back_minor;

CREATE FUNCTION counts(payment payments) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN payment.state = 'approved' AND left_again(payment) < payment.amount_minor;

-- In major units, less what has left again.
CREATE FUNCTION collected_of(payment payments) RETURNS numeric LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN left_again(payment) = 0 THEN payment.amount::numeric
              ELSE payment.amount - payment.amount::numeric * left_again(payment) / payment.amount_minor END;

-- Tells the donors of one cause apart without their emails, and nothing across causes. Null is a donor of its own.
CREATE FUNCTION donor_of(payment payments) RETURNS bytea LANGUAGE sql STABLE
  RETURN sha256(convert_to(payment.cause_key || ' ' || lower(payment.donor_email), 'UTF8'));

-- A message is shown with its contribution: while that counts.
CREATE VIEW contributions AS
  SELECT id, cause_key, link_id, succeeded_at, donor_name, donor_email, donor_anonymous,
         collected_of(payment) AS collected, donor_of(payment) AS donor, donor_message, message_hidden_at
    FROM payments AS payment WHERE counts(payment);

-- Adds what has changed of one payment's contribution. Locks are taken in one order: donors, then totals, each by key. So
-- transactions that change the contribution of one payment, as all of ours do, cannot wait for each other in a circle.
CREATE FUNCTION keep_totals() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  side record;
  came integer;
  remaining integer;
  changes cause_totals[] := '{}';
BEGIN
  FOR side IN
    SELECT cause_key, donor, sum(collected) AS collected, sum(times)::integer AS times
      FROM (SELECT OLD.cause_key, donor_of(OLD) AS donor, -collected_of(OLD) AS collected, -1 AS times WHERE counts(OLD)
             UNION ALL
            SELECT NEW.cause_key, donor_of(NEW), collected_of(NEW), 1 WHERE counts(NEW)) AS sides
     GROUP BY cause_key, donor ORDER BY cause_key, donor
  LOOP
    came := 0;
    IF side.donor IS NULL THEN
      came := side.times;
    ELSIF side.times > 0 THEN
      INSERT INTO cause_contributors AS known (cause_key, donor, contributions) VALUES (side.cause_key, side.donor, 1)
        ON CONFLICT (cause_key, donor) DO UPDATE SET contributions = known.contributions + 1
        RETURNING (known.contributions = 1)::integer INTO came;
    ELSIF side.times < 0 THEN
      -- Counted down first: whoever counts up meanwhile waits for this row, and finds it changed or gone.
      UPDATE cause_contributors SET contributions = contributions - 1
       WHERE cause_key = side.cause_key AND donor = side.donor RETURNING contributions INTO remaining;
      IF remaining = 0 THEN
        DELETE FROM cause_contributors WHERE cause_key = side.cause_key AND donor = side.donor;
        came := -1;
      END IF;
    END IF;
    changes := changes || ROW(side.cause_key, pg_backend_pid() % 16, side.collected, side.times, came)::cause_totals;
  END LOOP;
  INSERT INTO cause_totals AS kept (cause_key, shard, collected, contributions, contributors)
  SELECT cause_key, shard, sum(collected), sum(contributions), sum(contributors) FROM unnest(changes)
   GROUP BY cause_key, shard ORDER BY cause_key, shard
      ON CONFLICT (cause_key, shard) DO UPDATE
     SET collected = kept.collected + EXCLUDED.collected, contributions = kept.contributions + EXCLUDED.contributions,
         contributors = kept.contributors + EXCLUDED.contributors;
  RETURN NULL;
END $$;

-- Deferred: the rows that other donations want too are held while the transaction commits, not while its process still works
-- on it.
CREATE CONSTRAINT TRIGGER payments_keep_totals_inserted AFTER INSERT ON payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (counts(NEW)) EXECUTE FUNCTION keep_totals();
CREATE CONSTRAINT TRIGGER payments_keep_totals_deleted AFTER DELETE ON payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (counts(OLD)) EXECUTE FUNCTION keep_totals();
CREATE CONSTRAINT TRIGGER payments_keep_totals_updated AFTER UPDATE ON payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((counts(OLD) OR counts(NEW)) AND
    (counts(OLD), OLD.cause_key, OLD.donor_email, CASE WHEN counts(OLD) THEN collected_of(OLD) END) IS DISTINCT FROM
    (counts(NEW), NEW.cause_key, NEW.donor_email, CASE WHEN counts(NEW) THEN collected_of(NEW) END))
  EXECUTE FUNCTION keep_totals();

-- Adds the contributions up anew, exactly, while payments go on: readers have the totals of before, and transactions that
-- change a contribution wait at their commit. Those that have passed it are seen below; those that wait add to what is
-- found. The locks are in the order of keep_totals(). What this transaction has changed itself is added first, so that it is not
-- added again at its commit. Returns of how many causes there are totals.
CREATE FUNCTION rebuild_totals() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  causes integer;
BEGIN
  SET CONSTRAINTS payments_keep_totals_inserted, payments_keep_totals_deleted, payments_keep_totals_updated IMMEDIATE;
  LOCK TABLE cause_contributors, cause_totals IN EXCLUSIVE MODE;
  DELETE FROM cause_contributors;
  DELETE FROM cause_totals;
  INSERT INTO cause_contributors (cause_key, donor, contributions)
  SELECT cause_key, donor, count(*) FROM contributions WHERE donor IS NOT NULL GROUP BY cause_key, donor;
  INSERT INTO cause_totals (cause_key, shard, collected, contributions, contributors)
  SELECT cause_key, 0, sum(collected), count(*), count(DISTINCT donor) + count(*) FILTER (WHERE donor IS NULL)
    FROM contributions GROUP BY cause_key;
  GET DIAGNOSTICS causes = ROW_COUNT;
  SET CONSTRAINTS payments_keep_totals_inserted, payments_keep_totals_deleted, payments_keep_totals_updated DEFERRED;
  RETURN causes;
END $$;
