-- The agreement and the contact of a client are changed by two people, and the old contact has a day to object to a new one.
CREATE TABLE "terms_changes" (
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "old_fee_percent" DECIMAL(6,4) NOT NULL,
    "old_fee_model" TEXT NOT NULL,
    "old_contact_email" TEXT,
    "fee_percent" DECIMAL(6,4) NOT NULL,
    "fee_model" TEXT NOT NULL,
    "contact_email" TEXT,
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "contact_at" TIMESTAMPTZ(3),
    "stopped_by" TEXT,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "terms_changes_pkey" PRIMARY KEY ("id")
);

-- AddForeignKey
ALTER TABLE "terms_changes" ADD CONSTRAINT "terms_changes_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Whoever asks never decides, unless nobody else is required (then nobody is named).
ALTER TABLE terms_changes
  ADD CONSTRAINT terms_changes_some CHECK ((old_fee_percent, old_fee_model, old_contact_email) IS DISTINCT FROM (fee_percent, fee_model, contact_email)),
  ADD CONSTRAINT terms_changes_fee CHECK (fee_percent BETWEEN 0 AND 20),
  ADD CONSTRAINT terms_changes_decided CHECK ((outcome IS NULL) = (decided_at IS NULL) AND (decided_by IS NULL OR decided_at IS NOT NULL)),
  ADD CONSTRAINT terms_changes_outcome CHECK (outcome IN ('approved', 'refused')),
  ADD CONSTRAINT terms_changes_approved_by_another CHECK (outcome <> 'approved' OR decided_by <> requested_by),
  ADD CONSTRAINT terms_changes_contact CHECK (contact_at IS NULL OR outcome = 'approved'),
  ADD CONSTRAINT terms_changes_ended CHECK (ended_at IS NULL OR outcome IS NOT NULL),
  ADD CONSTRAINT terms_changes_stopped CHECK (stopped_by IS NULL OR (contact_at IS NOT NULL AND ended_at IS NOT NULL));
CREATE TRIGGER terms_changes_are_as_requested BEFORE UPDATE ON terms_changes FOR EACH ROW
  WHEN ((OLD.client_id, OLD.old_fee_percent, OLD.old_fee_model, OLD.old_contact_email, OLD.fee_percent, OLD.fee_model, OLD.contact_email,
      OLD.requested_by, OLD.requested_at)
    IS DISTINCT FROM (NEW.client_id, NEW.old_fee_percent, NEW.old_fee_model, NEW.old_contact_email, NEW.fee_percent, NEW.fee_model, NEW.contact_email,
      NEW.requested_by, NEW.requested_at))
  EXECUTE FUNCTION refuse_change('what was asked for');
CREATE TRIGGER terms_changes_stay_decided BEFORE UPDATE ON terms_changes FOR EACH ROW
  WHEN (OLD.ended_at IS NOT NULL
    OR (OLD.decided_at IS NOT NULL AND (OLD.decided_by, OLD.decided_at, OLD.outcome, OLD.contact_at)
      IS DISTINCT FROM (NEW.decided_by, NEW.decided_at, NEW.outcome, NEW.contact_at)))
  EXECUTE FUNCTION refuse_change('what was decided');
-- At most one of a client waits, for a second person or for its day.
CREATE UNIQUE INDEX terms_changes_one_open_per_client ON terms_changes (client_id) WHERE ended_at IS NULL;
-- What staff must decide, the oldest first.
CREATE INDEX terms_changes_waiting ON terms_changes (requested_at, id) WHERE decided_at IS NULL;
