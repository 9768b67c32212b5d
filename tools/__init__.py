"""Programs that build data and measure; none is needed to play."""
