"""Control: how a character gets to its target. `guide` plans the route, `drives` move the body."""
