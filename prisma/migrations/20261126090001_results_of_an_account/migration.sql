-- An account has a limited number of form results, and its oldest ones are found by this.
CREATE INDEX form_results_account_id_created_at_idx ON form_results (account_id, created_at);
