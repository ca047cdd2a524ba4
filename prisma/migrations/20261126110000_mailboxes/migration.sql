-- Addresses of one mailbox: what follows a plus is the sender's choice, some providers ignore dots and other separators, and
-- some have several domains. lib/policy/same-person.ts compares people by it.
CREATE FUNCTION mailbox_of(address text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN domain IN ('gmail.com', 'googlemail.com') THEN replace(local, '.', '') || '@gmail.com'
    WHEN domain IN ('proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me') THEN regexp_replace(local, '[._-]', '', 'g') || '@proton.me'
    WHEN domain IN ('icloud.com', 'me.com', 'mac.com') THEN local || '@icloud.com'
    WHEN domain IN ('yandex.ru', 'yandex.com', 'ya.ru') THEN replace(local, '.', '-') || '@yandex.ru'
    ELSE local || '@' || domain
  END
  FROM (SELECT regexp_replace(split_part(lower(address), '@', 1), '(.)\+.*$', '\1'), split_part(lower(address), '@', 2)) AS part (local, domain)
$$;

-- International domains in ASCII (RFC 3492), as accounts are found by from now on. An account whose other spelling has one of
-- its own keeps its key: nobody's account becomes another's.
CREATE FUNCTION ascii_label(label text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  points integer[] := ARRAY(SELECT ascii(letter) FROM regexp_split_to_table(normalize(label, NFC), '') WITH ORDINALITY AS l (letter, at) ORDER BY at);
  digits text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  basic text := (SELECT coalesce(string_agg(chr(point), '' ORDER BY at), '') FROM unnest(points) WITH ORDINALITY AS p (point, at) WHERE point < 128);
  done integer := char_length(basic);
  encoded text := CASE WHEN done > 0 THEN basic || '-' ELSE '' END;
  first integer := done;
  next integer := 128;
  delta integer := 0;
  bias integer := 72;
  smallest integer;
  point integer;
  rest integer;
  base integer;
  limit_ integer;
BEGIN
  IF label !~ '[^\x01-\x7f]' THEN RETURN label; END IF;
  WHILE done < cardinality(points) LOOP
    smallest := (SELECT min(p) FROM unnest(points) AS p WHERE p >= next);
    delta := delta + (smallest - next) * (done + 1);
    next := smallest;
    FOREACH point IN ARRAY points LOOP
      IF point < next THEN delta := delta + 1; END IF;
      CONTINUE WHEN point <> next;
      rest := delta;
      base := 36;
      LOOP
        limit_ := least(greatest(base - bias, 1), 26);
        EXIT WHEN rest < limit_;
        encoded := encoded || substr(digits, limit_ + (rest - limit_) % (36 - limit_) + 1, 1);
        rest := (rest - limit_) / (36 - limit_);
        base := base + 36;
      END LOOP;
      encoded := encoded || substr(digits, rest + 1, 1);
      -- The bias adapts to the size of the steps.
      delta := CASE WHEN done = first THEN delta / 700 ELSE delta / 2 END;
      delta := delta + delta / (done + 1);
      bias := 0;
      WHILE delta > 455 LOOP
        delta := delta / 35;
        bias := bias + 36;
      END LOOP;
      bias := bias + 36 * delta / (delta + 38);
      delta := 0;
      done := done + 1;
    END LOOP;
    delta := delta + 1;
    next := next + 1;
  END LOOP;
  RETURN 'xn--' || encoded;
END $$;

WITH spelled AS (
  SELECT id, email_key, split_part(email_key, '@', 1) || '@' || (
    SELECT string_agg(ascii_label(label), '.' ORDER BY at)
      FROM regexp_split_to_table(split_part(email_key, '@', 2), '\.') WITH ORDINALITY AS l (label, at)) AS key
    FROM accounts WHERE split_part(email_key, '@', 2) ~ '[^\x01-\x7f]'
), once AS (SELECT DISTINCT ON (key) id, key FROM spelled ORDER BY key, id)
UPDATE accounts SET email_key = once.key
  FROM once WHERE accounts.id = once.id AND NOT EXISTS (SELECT 1 FROM accounts other WHERE other.email_key = once.key);
DROP FUNCTION ascii_label;

CREATE INDEX accounts_by_mailbox ON accounts (mailbox_of(email_key));
