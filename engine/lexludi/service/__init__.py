"""Questions of other programs, answered as plain data: one room, and a door for each way in."""
