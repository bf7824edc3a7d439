"""Who plays: guests, accounts, signing in, e-mail."""
