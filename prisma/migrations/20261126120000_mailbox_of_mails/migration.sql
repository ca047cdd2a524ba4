-- Mails that partners cause are counted by mailbox, not by the spelling of its address (lib/emails/allowance.ts). It is written
-- when such a mail is admitted or begins a digest; mails of earlier releases have none, and are found by their recipient.
ALTER TABLE emails ADD COLUMN mailbox text;
CREATE INDEX emails_by_mailbox ON emails (mailbox, admitted_at) WHERE mailbox IS NOT NULL;
