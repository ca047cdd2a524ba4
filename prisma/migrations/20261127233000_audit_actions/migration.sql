-- One name for each action: the one of the policy (lib/policy/audit.ts). The entries stay what they say; only their names change.
-- Whoever writes an entry waits while it reads the table: for a large one, run it at a quiet hour.
ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_are_kept;
UPDATE audit_entries SET action = CASE action
    WHEN 'bank_account.show' THEN 'bank_account.reveal'
    WHEN 'bank_account.evidence' THEN 'bank_account.read_evidence'
    WHEN 'bank_account.verified' THEN 'bank_account.verify'
    WHEN 'bank_account.rejected' THEN 'bank_account.reject'
    WHEN 'client_terms.contact' THEN 'client_terms.apply_contact'
    WHEN 'link.lift_lock' THEN 'link.unlock'
    WHEN 'mail.end_doubt' THEN 'mail.resolve'
    WHEN 'reconcile.run' THEN 'reconciliation.run'
    WHEN 'refund.see_to' THEN 'refund.close'
    WHEN 'cause.update' THEN CASE WHEN data -> 'after' ? 'state' THEN 'cause.change_state' ELSE 'cause.edit' END
    ELSE 'cause.change_state'
  END
 WHERE action IN ('bank_account.show', 'bank_account.evidence', 'bank_account.verified', 'bank_account.rejected',
   'client_terms.contact', 'link.lift_lock', 'mail.end_doubt', 'reconcile.run', 'refund.see_to', 'cause.update',
   'cause.move', 'cause.state', 'cause.publish');
UPDATE audit_entries SET action = split_part(action, '.', 1) || '.reject'
 WHERE action IN ('bank_account.refuse', 'client_terms.refuse', 'key.refuse', 'refund.refuse', 'write_off.refuse');
UPDATE audit_entries SET action = 'passkey.reset' WHERE action = 'passkey.remove' AND actor = 'console';
ALTER TABLE audit_entries ENABLE TRIGGER audit_entries_are_kept;
