-- The overview of staff counts the causes that accept donations: by their state, until their closing time.
CREATE INDEX causes_state_closes_at_idx ON causes (state, closes_at);
