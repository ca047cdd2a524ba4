-- One customer can have a whole /48 of IPv6: declines and approvals are counted for it too.
ALTER TABLE card_callers ADD COLUMN wide_network TEXT;
ALTER TABLE declines ADD COLUMN wide_network TEXT;
CREATE INDEX card_callers_wide_network_asked_at_idx ON card_callers (wide_network, asked_at);
CREATE INDEX declines_wide_network_declined_at_idx ON declines (wide_network, declined_at);

-- A network whose own card payments were approved in the last days does not wait because of what others did to a cause.
CREATE TABLE approved_networks (
    network TEXT NOT NULL,
    approved_at TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT approved_networks_pkey PRIMARY KEY (network)
);
CREATE INDEX approved_networks_approved_at_idx ON approved_networks (approved_at);

-- Gifts from the page of a cause can be paused by themselves.
ALTER TABLE card_pauses DROP CONSTRAINT card_pauses_kind,
  ADD CONSTRAINT card_pauses_kind CHECK (kind IN ('network', 'cause', 'gifts'));
