-- A mail whose recipient the mail server refuses for good is given up after a day: staff decide about it.
ALTER TABLE emails ADD COLUMN undeliverable_at timestamptz(3);
