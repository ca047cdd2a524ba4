-- Addresses of donors and recipients get the spelling in which they are stored from now on (lib/email-key.ts): NFC, and
-- international domains in ASCII (RFC 3492). So one donor is counted once, and found by either spelling.
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

CREATE FUNCTION canonical_email(address text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT normalize(split_part(address, '@', 1), NFC) || '@' || CASE
    WHEN domain ~ '[^\x01-\x7f]' THEN (
      SELECT string_agg(ascii_label(label), '.' ORDER BY at)
        FROM regexp_split_to_table(lower(normalize(domain, NFKC)), '\.') WITH ORDINALITY AS l (label, at))
    ELSE domain END
  FROM (SELECT split_part(address, '@', 2)) AS part (domain)
$$;

UPDATE payments SET donor_email = canonical_email(donor_email) WHERE donor_email ~ '[^\x01-\x7f]';
UPDATE payments SET receipt_email = canonical_email(receipt_email) WHERE receipt_email ~ '[^\x01-\x7f]';
-- Digests that are still open keep theirs: there may be one of each spelling, and they are sent within a day.
UPDATE emails SET recipient = canonical_email(recipient)
 WHERE recipient ~ '[^\x01-\x7f]' AND NOT (template = 'causes_created' AND admitted_at IS NULL);

-- Accounts are found by an address in NFC. One whose other spelling has an account of its own keeps its key: nobody's account
-- becomes another's.
WITH once AS (
  SELECT DISTINCT ON (normalize(email_key, NFC)) id, normalize(email_key, NFC) AS key
    FROM accounts WHERE email_key IS NOT NFC NORMALIZED ORDER BY normalize(email_key, NFC), created_at, id)
UPDATE accounts SET email_key = once.key
  FROM once WHERE accounts.id = once.id AND NOT EXISTS (SELECT 1 FROM accounts other WHERE other.email_key = once.key);

DROP FUNCTION canonical_email;
DROP FUNCTION ascii_label;
