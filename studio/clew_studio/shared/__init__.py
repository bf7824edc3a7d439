"""What the processes of one site share: its settings, its database, and messages through Redis."""
