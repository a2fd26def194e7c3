require('./deal').bringInGroup(0);
