-- Challenges of signing in. `verifications` stays for servers of the release before; the next one drops it.
CREATE TABLE sign_in_challenges (
  id text PRIMARY KEY,
  account_id text,
  to_path text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX sign_in_challenges_expires_at_idx ON sign_in_challenges (expires_at);
