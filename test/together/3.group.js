require('./deal').bringInGroup(3);
