-- A form of staff names the version of the withdrawal that its page showed: one that was put back and started again since is
-- another version, though in the same state. The database counts, whoever writes.
ALTER TABLE withdrawals ADD COLUMN version integer NOT NULL DEFAULT 1;

CREATE FUNCTION count_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawals_count_changes BEFORE UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION count_change();
