"""How fast games are played on this machine, beside a plain program and the limits of memory."""
