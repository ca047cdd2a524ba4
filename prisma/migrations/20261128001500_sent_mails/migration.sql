-- Delivered mails, which are deleted when they are old. Whoever writes a mail waits while it reads the table: for a large one, run it
-- at a quiet hour.
CREATE INDEX emails_sent ON emails (sent_at) WHERE sent_at IS NOT NULL;
