-- TRUNCATE passes row triggers by: what is written once is not emptied at a stroke either, as in the ledger.
CREATE TRIGGER audit_entries_are_never_emptied BEFORE TRUNCATE ON audit_entries
  EXECUTE FUNCTION refuse_change('an entry');
CREATE TRIGGER book_lines_are_never_emptied BEFORE TRUNCATE ON book_lines
  EXECUTE FUNCTION refuse_change('a line of the books');
