-- A key may replace another one, which works on for some hours: counted from now, or from the approval where the new one waits.
ALTER TABLE api_keys
  ADD COLUMN replaces_id text REFERENCES api_keys (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD COLUMN overlap_hours integer,
  ADD CONSTRAINT api_keys_overlap CHECK ((replaces_id IS NULL) = (overlap_hours IS NULL) AND overlap_hours BETWEEN 0 AND 720);
CREATE INDEX api_keys_replaces_id_idx ON api_keys (replaces_id);

DROP TRIGGER api_keys_are_as_created ON api_keys;
CREATE TRIGGER api_keys_are_as_created BEFORE UPDATE ON api_keys FOR EACH ROW
  WHEN ((OLD.client_id, OLD.hash, OLD.permissions, OLD.created_by, OLD.replaces_id, OLD.overlap_hours)
    IS DISTINCT FROM (NEW.client_id, NEW.hash, NEW.permissions, NEW.created_by, NEW.replaces_id, NEW.overlap_hours)
    OR (OLD.approved_at IS NOT NULL AND (OLD.approved_by, OLD.approved_at) IS DISTINCT FROM (NEW.approved_by, NEW.approved_at)))
  EXECUTE FUNCTION refuse_change('what was created or approved');
