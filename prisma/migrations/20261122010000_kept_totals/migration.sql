-- CreateTable
CREATE TABLE "cause_totals" (
    "cause_key" TEXT NOT NULL,
    "shard" SMALLINT NOT NULL,
    "collected" DECIMAL(65,30) NOT NULL,
    "contributions" INTEGER NOT NULL,
    "contributors" INTEGER NOT NULL,

    CONSTRAINT "cause_totals_pkey" PRIMARY KEY ("cause_key","shard")
);

-- CreateTable
CREATE TABLE "cause_contributors" (
    "cause_key" TEXT NOT NULL,
    "donor" BYTEA NOT NULL,
    "contributions" INTEGER NOT NULL,

    CONSTRAINT "cause_contributors_pkey" PRIMARY KEY ("cause_key","donor")
);

-- Few rows that change often: the next version of each finds room on its own page.
ALTER TABLE cause_totals SET (fillfactor = 50);

-- What counts as a contribution, of how much and of whom (decisions.md 46, 47): said here once, for the view that lists
-- contributions and for the triggers that keep what they come to. All three are inlined where they are used.
CREATE FUNCTION counts(payment payments) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN payment.state = 'approved' AND payment.refunded_minor < payment.amount_minor
    AND (payment.dispute IS NULL OR payment.dispute = 'won');

-- In major units, less what was given back.
CREATE FUNCTION collected_of(payment payments) RETURNS numeric LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN payment.refunded_minor = 0 THEN payment.amount::numeric
              ELSE payment.amount - payment.amount::numeric * payment.refunded_minor / payment.amount_minor END;

-- Tells the donors of one cause apart without their emails, and nothing across causes. Null is a donor of its own.
CREATE FUNCTION donor_of(payment payments) RETURNS bytea LANGUAGE sql STABLE
  RETURN sha256(convert_to(payment.cause_key || ' ' || lower(payment.donor_email), 'UTF8'));

CREATE OR REPLACE VIEW contributions AS
  SELECT id, cause_key, link_id, succeeded_at, donor_name, donor_email, donor_anonymous,
         collected_of(payment) AS collected, donor_of(payment) AS donor
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
-- on it. Last, because what they need of `payments` stops whoever writes there.
CREATE CONSTRAINT TRIGGER payments_keep_totals_inserted AFTER INSERT ON payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (counts(NEW)) EXECUTE FUNCTION keep_totals();
CREATE CONSTRAINT TRIGGER payments_keep_totals_deleted AFTER DELETE ON payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (counts(OLD)) EXECUTE FUNCTION keep_totals();
CREATE CONSTRAINT TRIGGER payments_keep_totals_updated AFTER UPDATE ON payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((counts(OLD) OR counts(NEW)) AND
    (counts(OLD), OLD.cause_key, OLD.donor_email, CASE WHEN counts(OLD) THEN collected_of(OLD) END) IS DISTINCT FROM
    (counts(NEW), NEW.cause_key, NEW.donor_email, CASE WHEN counts(NEW) THEN collected_of(NEW) END))
  EXECUTE FUNCTION keep_totals();
