"""Control: how a character comes to where it is sent. `guide` knows the way, `drives` push the body."""
