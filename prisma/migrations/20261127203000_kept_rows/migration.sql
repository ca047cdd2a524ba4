-- More that is written once: who held an address, what the ledger's checks found, which difference somebody took responsibility
-- for. And notes are not emptied at a stroke either.
CREATE TRIGGER cause_addresses_are_kept BEFORE UPDATE OR DELETE ON cause_addresses FOR EACH ROW
  EXECUTE FUNCTION refuse_change('an address');
CREATE TRIGGER cause_addresses_are_never_emptied BEFORE TRUNCATE ON cause_addresses
  EXECUTE FUNCTION refuse_change('an address');
CREATE TRIGGER ledger_checks_are_kept BEFORE UPDATE OR DELETE ON ledger_checks FOR EACH ROW
  EXECUTE FUNCTION refuse_change('a check');
CREATE TRIGGER ledger_checks_are_never_emptied BEFORE TRUNCATE ON ledger_checks
  EXECUTE FUNCTION refuse_change('a check');
CREATE TRIGGER reconciliation_acknowledgements_are_kept BEFORE UPDATE OR DELETE ON reconciliation_acknowledgements
  FOR EACH ROW EXECUTE FUNCTION refuse_change('an acknowledgement');
CREATE TRIGGER reconciliation_acknowledgements_are_never_emptied BEFORE TRUNCATE ON reconciliation_acknowledgements
  EXECUTE FUNCTION refuse_change('an acknowledgement');
CREATE TRIGGER notes_are_never_emptied BEFORE TRUNCATE ON notes EXECUTE FUNCTION refuse_change('a note');
