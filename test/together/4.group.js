require('./deal').bringInGroup(4);
