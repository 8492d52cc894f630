"""Draw the pieces of a kind: flat faces and backs, nets and parts, in several processes."""
