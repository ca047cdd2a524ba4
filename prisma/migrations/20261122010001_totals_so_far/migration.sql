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

-- In a migration of its own, after the triggers are there: `payments` is not locked while this reads it.
SELECT rebuild_totals();
