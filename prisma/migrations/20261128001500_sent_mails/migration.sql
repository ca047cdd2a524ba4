-- Delivered mails, which are deleted when they are old.
CREATE INDEX emails_sent ON emails (sent_at) WHERE sent_at IS NOT NULL;
