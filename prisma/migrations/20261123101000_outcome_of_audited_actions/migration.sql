-- What became of an audited action: `done`, `refused` with the reason, or `started`, written before a gateway is called.
ALTER TABLE audit_entries ADD COLUMN outcome TEXT NOT NULL DEFAULT 'done', ADD COLUMN reason TEXT;
ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_outcome CHECK (outcome IN ('started', 'done', 'refused'));

-- One way to name actions: the noun, a point, the verb. Those of the console and of the domain had a space.
ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_are_kept;
UPDATE audit_entries SET action = replace(regexp_replace(action, ' ', '.'), ' ', '_') WHERE action LIKE '% %';
ALTER TABLE audit_entries ENABLE TRIGGER audit_entries_are_kept;

-- The list of what was refused.
CREATE INDEX "audit_entries_outcome_at_id_idx" ON audit_entries (outcome, at, id);
