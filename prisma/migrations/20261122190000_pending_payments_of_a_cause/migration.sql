-- What is called off, batch by batch, when a cause stops collecting. Few payments are pending at a time, so it stays small.
CREATE INDEX payments_pending_of_cause ON payments (cause_key, id) WHERE state = 'pending';
