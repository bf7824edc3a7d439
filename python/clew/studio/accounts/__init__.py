"""Who plays: guests, accounts, signing in, mails."""
