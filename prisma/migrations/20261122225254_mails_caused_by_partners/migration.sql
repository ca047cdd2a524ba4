-- AlterTable
ALTER TABLE "emails" ADD COLUMN     "admitted_at" TIMESTAMPTZ(3);

-- How many of the mails that partners cause somebody was sent lately (lib/emails/allowance.ts).
CREATE INDEX emails_caused_by_partners ON emails (recipient, admitted_at)
  WHERE template IN ('owner_provisioned', 'cause_created', 'causes_created');
-- At most one digest of a recipient counts at a time.
CREATE UNIQUE INDEX emails_open_digest ON emails (recipient) WHERE template = 'causes_created' AND admitted_at IS NULL;
