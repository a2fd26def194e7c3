require('./deal').bringInGroup(7);
