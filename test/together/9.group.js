require('./deal').bringInGroup(9);
